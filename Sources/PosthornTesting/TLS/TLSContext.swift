/// An OpenSSL context with a certificate and protocols, which all connections of a server share.
// SAFETY: immutable after the initializer, and OpenSSL counts the references.
final class TLSContext: @unchecked Sendable {
    let library: TLSLibrary
    private let context: TLSLibrary.Pointer?
    /// The protocol names, each preceded by its length (RFC 7301, section 3.1).
    private let protocols: [UInt8]

    /// - Throws: A ``ScriptError`` if the certificate or its key cannot be read, or they do not match.
    init(_ certificate: ServerCertificate, protocols: [String]) throws {
        library = try TLSLibrary.loaded()
        self.protocols = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        context = library.makeContext(library.serverMethod())
        var chain = Self.read(certificate.chain, library, library.readCertificate)
        let keys = Self.read(certificate.key, library, library.readKey)
        defer {
            for certificate in chain { library.freeCertificate(certificate) }
            for key in keys { library.freeKey(key) }
        }
        guard let own = chain.first, library.useCertificate(context, own) == 1 else {
            throw ScriptError("the server's certificate is no PEM text of one")
        }
        guard let key = keys.first, library.useKey(context, key) == 1 else {
            throw ScriptError(
                "the server's key is no PEM text of one, or that of another certificate")
        }
        // The context takes ownership of each added certificate.
        let addToChain: Int32 = 14
        while chain.count > 1 {
            let next = chain.remove(at: 1)
            if library.control(context, addToChain, 0, next) != 1 { library.freeCertificate(next) }
        }
        guard !protocols.isEmpty else { return }
        library.setChoice(
            context,
            { _, chosen, length, offered, count, own in
                guard let own else { return TLSContext.noProtocol }
                return Unmanaged<TLSContext>.fromOpaque(own).takeUnretainedValue()
                    .choose(chosen, length, offered, count)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { library.freeContext(context) }

    func session(on socket: Int32) -> TLSLibrary.Pointer? {
        let session = library.makeSession(context)
        _ = library.setSocket(session, socket)
        return session
    }

    private static let noProtocol: Int32 = 3

    private func choose(
        _ chosen: TLSLibrary.Pointer?, _ length: TLSLibrary.Pointer?,
        _ offered: UnsafePointer<UInt8>?, _ count: UInt32
    ) -> Int32 {
        protocols.withUnsafeBufferPointer { own in
            let isCommon =
                library.choose(
                    chosen, length, own.baseAddress, UInt32(own.count), offered, count) == 1
            // The chosen name points into either list. This list is never changed or moved.
            return isCommon ? 0 : Self.noProtocol
        }
    }

    private static func read(
        _ text: String, _ library: TLSLibrary, _ read: TLSLibrary.ReadPEM
    ) -> [TLSLibrary.Pointer] {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            let source = library.makeText(bytes.baseAddress, Int32(bytes.count))
            defer { library.freeText(source) }
            var items: [TLSLibrary.Pointer] = []
            while let item = read(source, nil, nil, nil) { items.append(item) }
            return items
        }
    }
}
