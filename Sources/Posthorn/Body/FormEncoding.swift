import FoundationEssentials

/// `application/x-www-form-urlencoded` as the WHATWG URL standard writes it.
///
/// A space becomes `+`; letters, digits and `*-._` stay; every other byte of the UTF-8 is
/// percent-encoded, `~` too, which RFC 3986 would leave. A query is encoded by RFC 3986 instead,
/// where a space is `%20`: servers decode both in a form, but only the latter in a path.
enum FormEncoding {
    static let mediaType = "application/x-www-form-urlencoded"

    static func body(_ fields: [QueryItem]) -> Data {
        Data(fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&").utf8)
    }

    private static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "):
                result.append(UInt8(ascii: "+"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"):
                result.append(byte)
            default:
                result.append(UInt8(ascii: "%"))
                result.append(hexDigits[Int(byte >> 4)])
                result.append(hexDigits[Int(byte & 15)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
