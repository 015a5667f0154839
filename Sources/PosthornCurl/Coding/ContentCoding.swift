import Posthorn

/// A way in which a body can be packed (RFC 9110, section 8.4.1).
enum ContentCoding: String, CaseIterable {
    case gzip
    case deflate
    case brotli = "br"
    /// RFC 8878; its window is at most 8 MiB (RFC 9659).
    case zstd

    /// A coding by its name, in any case.
    init?(name: Substring) {
        switch name.lowercased() {
        // Its old name (RFC 9110, section 8.4.1.3).
        case "x-gzip": self = .gzip
        case let name: self.init(rawValue: name)
        }
    }

    /// Whether the library that unpacks it could be loaded.
    var isAvailable: Bool {
        switch self {
        case .gzip, .deflate: Zlib.library != nil
        case .brotli: Brotli.library != nil
        case .zstd: Zstandard.library != nil
        }
    }

    /// Starts to unpack a body; `nil` without the library, or without memory.
    func stage() -> (any UnpackingStage)? {
        switch self {
        case .gzip: Zlib.library.flatMap { Inflation($0, wrapper: .gzip) }
        case .deflate: Zlib.library.flatMap { Inflation($0, wrapper: .unknown) }
        case .brotli: Brotli.library.flatMap { Brotli($0) }
        case .zstd: Zstandard.library.flatMap { Zstandard($0) }
        }
    }

    /// What is asked for: the codings whose libraries could be loaded; `nil` if there are none.
    static let offer: String? = {
        let names = allCases.filter(\.isAvailable).map(\.rawValue)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }()

    /// How many codings may be on top of each other.
    private static let limit = 5

    /// The codings of a response in the order in which they are removed.
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
                    .limitExceeded, "the body is packed more than \(limit) times",
                    advice: "give the request an Accept-Encoding, and unpack its response yourself")
            }
            guard name.lowercased() != "identity" else { continue }
            guard let coding = ContentCoding(name: name), coding.isAvailable else {
                throw TransportError(
                    .badContentCoding,
                    "the response's content coding is not one that was asked for",
                    advice: "give the request an Accept-Encoding, and unpack its response yourself")
            }
            codings.append(coding)
        }
        return codings.reversed()
    }
}
