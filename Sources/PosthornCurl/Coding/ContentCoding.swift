/// A content coding, by which a body is compressed (RFC 9110, section 8.4.1).
enum ContentCoding: String, CaseIterable {
    case gzip
    case deflate
    case brotli = "br"
    /// Zstandard (RFC 8878), with a window of at most 8 MiB (RFC 9659).
    case zstd

    /// Returns the coding with a name, in any case.
    init?(name: Substring) {
        switch name.lowercased() {
        // The old name of gzip (RFC 9110, section 8.4.1.3).
        case "x-gzip": self = .gzip
        case let name: self.init(rawValue: name)
        }
    }

    /// Whether the library that decompresses the coding was loaded.
    var isAvailable: Bool {
        switch self {
        case .gzip, .deflate: Zlib.library != nil
        case .brotli: Brotli.library != nil
        case .zstd: Zstandard.library != nil
        }
    }

    /// Creates a decompressor; `nil` if there is no library or no memory.
    func stage() -> (any DecompressionStage)? {
        switch self {
        case .gzip: Zlib.library.flatMap { Inflation($0, wrapper: .gzip) }
        case .deflate: Zlib.library.flatMap { Inflation($0, wrapper: .unknown) }
        case .brotli: Brotli.library.flatMap { Brotli($0) }
        case .zstd: Zstandard.library.flatMap { Zstandard($0) }
        }
    }

    /// The `Accept-Encoding` value: the codings whose libraries were loaded; `nil` if there are none.
    static let offer: String? = {
        let names = allCases.filter(\.isAvailable).map(\.rawValue)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }()

    /// The maximum number of codings that may be applied to one body.
    private static let limit = 5

    /// Returns the codings of a response in the order in which they are removed.
    static func codings(of headers: HTTPFields) throws(TransportError) -> [ContentCoding] {
        guard let field = headers[.contentEncoding] else { return [] }
        var codings: [ContentCoding] = []
        var count = 0
        for element in field.split(separator: ",") {
            let name = element.drop { $0 == " " || $0 == "\t" }
                .prefix { $0 != " " && $0 != "\t" }
            guard !name.isEmpty else { continue }
            count += 1
            guard count <= limit else {
                throw TransportError(
                    .limitExceeded, "the body is compressed more than \(limit) times",
                    advice:
                        "give the request an Accept-Encoding, and decompress its response yourself")
            }
            guard name.lowercased() != "identity" else { continue }
            guard let coding = ContentCoding(name: name), coding.isAvailable else {
                // The coding is a word of the server's choice.
                throw TransportError(
                    .badContentCoding,
                    "the response's content coding is '\(VisibleName.shown(String(name)))', which was "
                        + "not requested",
                    advice: "give the request `Accept-Encoding: identity`, and read the body, or "
                        + "decompress it yourself")
            }
            codings.append(coding)
        }
        return codings.reversed()
    }
}
