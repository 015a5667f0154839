import Dispatch
import Synchronization

/// The files of certificate authorities, of revocation lists, or of a client identity, read once for all sessions
/// of the process that use them.
///
/// Parsing the system's authorities takes about 20 milliseconds; if libcurl did it, each session's loop would stop
/// meanwhile. Each has its own queue, which parses it and checks it for changes.
final class TrustFile: Sendable {
    typealias Result = Swift.Result<Contents, TransportError>

    enum Contents: Sendable {
        case authorities(TrustAnchors)
        case lists(RevocationLists)
        case identity(IdentityFiles)
    }

    struct Name: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case authorities, revocationList
            /// A certificate and its key; the password is `nil` for a key that is not encrypted.
            case identity(password: String?)
        }

        let kind: Kind
        let paths: [String]
    }

    let name: Name
    let queue = DispatchQueue(label: "posthorn.trust")
    private let known = Locked<(stamps: [[Int]], contents: Contents)?>(nil)

    private static let files = Locked<[Name: Known]>([:])
    /// The system's authorities, kept for future sessions.
    private static let systems = CurlLibrary.authoritiesFile.map {
        TrustFile(Name(kind: .authorities, paths: [$0]))
    }

    private struct Known {
        weak var file: TrustFile?
    }

    static func at(_ name: Name) -> TrustFile {
        if let systems, systems.name == name { return systems }
        return files.withLock { files in
            if let file = files[name]?.file { return file }
            files = files.filter { $0.value.file != nil }
            let file = TrustFile(name)
            files[name] = Known(file: file)
            return file
        }
    }

    static func authorities(at path: String) -> TrustFile {
        at(Name(kind: .authorities, paths: [path]))
    }

    private init(_ name: Name) { self.name = name }

    /// The time for which the file is not checked for changes.
    var newness: Duration { if case .identity = name.kind { .seconds(1) } else { .seconds(60) } }

    /// Reads the file if it has changed, and passes its contents to a closure.
    func read(_ completion: @escaping @Sendable (Result) -> Void) {
        queue.async { completion(Result { () throws(TransportError) in try self.contents() }) }
    }

    private func contents() throws(TransportError) -> Contents {
        do throws(TransportError) { return try load() } catch {
            // The files of an identity may have been replaced between the two reads.
            guard case .identity = name.kind else { throw error }
            return try load()
        }
    }

    private func load() throws(TransportError) -> Contents {
        guard let functions = OpenSSL.functions else { throw .noOpenSSL(CurlLibrary.tlsLibrary) }
        let known = known.withLock { $0 }
        var opened: [OpenFile] = []
        for path in name.paths {
            do throws(TransportError) {
                opened.append(try OpenFile(path, name.kind))
            } catch {
                // Running out of resources does not mean that the file has changed.
                if error.code == .resource, let known { return known.contents }
                throw error
            }
        }
        let stamps = opened.map(\.stamp)
        if let known, known.stamps == stamps { return known.contents }
        var bytes: [[UInt8]] = []
        for file in opened { bytes.append(try file.bytes()) }
        // A change during the read leads to another stamp at the next read.
        let contents = try parse(bytes, functions)
        self.known.withLock { $0 = (stamps, contents) }
        return contents
    }

    private func parse(
        _ files: [[UInt8]], _ functions: OpenSSL
    ) throws(TransportError) -> Contents {
        switch name.kind {
        case .authorities:
            guard let anchors = TrustAnchors(file: files[0], functions) else {
                throw .unreadable(
                    name.paths[0], name.kind, "it is not a list of certificates in PEM")
            }
            return .authorities(anchors)
        case .revocationList:
            guard let lists = RevocationLists(file: files[0]) else {
                throw .unreadable(name.paths[0], name.kind, "it is not a list in PEM or DER")
            }
            return .lists(lists)
        case .identity(let password):
            guard functions.holdsCertificates(files[0]) else {
                throw .unreadable(name.paths[0], name.kind, "it is not a certificate in PEM")
            }
            guard functions.isPair(files[0], files[1], password: password) else {
                throw .unreadable(
                    name.paths[1], name.kind,
                    "it is not a private key in PEM with this password that belongs to "
                        + name.paths[0])
            }
            return .identity(IdentityFiles(certificate: files[0], key: files[1]))
        }
    }
}

/// The contents of the two files of a client identity, whose key belongs to the certificate.
struct IdentityFiles: Sendable {
    let certificate: [UInt8]
    let key: [UInt8]
    /// Identifies the contents in the process.
    let serial = IdentityFiles.lastSerial.wrappingAdd(1, ordering: .relaxed).newValue

    private static let lastSerial = Atomic<Int>(0)
}
