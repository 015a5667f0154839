internal import Foundation
public import PosthornCore

extension BodySerializer {
    /// Returns a serializer that writes bodies as XML documents in UTF-8.
    ///
    /// It writes the types of a spec and all others by their JSON: a member is an element, a list is an element for
    /// each of its elements, `null` is none, and the member `#text` is the text of its element. A member whose name
    /// starts with `@` is an attribute, such as `@xmlns`. A name or a character that XML does not have, and a value
    /// that is a list, fail the call.
    /// - Parameters:
    ///   - root: The name of the outermost element; by default that of the only member.
    ///   - mediaType: The media type of the document, `application/xml` by default.
    public static func xml(
        root: String? = nil, mediaType: String = "application/xml"
    ) -> BodySerializer {
        BodySerializer(
            mediaType: mediaType,
            convertingJSON: { json in
                Data(try XMLText.document(root: root, json: json).utf8)
            })
    }
}

/// The conversion of JSON to a document of XML.
private enum XMLText {
    static func document(root: String?, json: Data) throws -> String {
        try json.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes.bindMemory(to: UInt8.self))
            var text = #"<?xml version="1.0" encoding="UTF-8"?>"#
            if let root {
                try writeRoot(root, &reader, to: &text)
            } else {
                try reader.enterObject()
                guard let member = try reader.memberKey() else {
                    throw refusal("a document of XML has one root, and the body has no member")
                }
                try writeRoot(member.name, &reader, to: &text)
                guard try reader.memberKey() == nil else {
                    throw refusal(
                        "a document of XML has one root, and the body has several members")
                }
            }
            return text
        }
    }

    private static func writeRoot(
        _ name: String, _ reader: inout JSONReader, to text: inout String
    ) throws {
        switch reader.peek() {
        case UInt8(ascii: "["):
            throw refusal("a document of XML has one root, and the body is a list")
        case UInt8(ascii: "n"):
            throw refusal("a document of XML has one root, and the body is null")
        default: try write(name, &reader, to: &text)
        }
    }

    /// Writes an element, or one for each element of a list.
    private static func write(
        _ name: String, _ reader: inout JSONReader, to text: inout String
    ) throws {
        switch reader.peek() {
        case UInt8(ascii: "["):
            try reader.beginArray()
            while try reader.nextElement() {
                guard reader.peek() != UInt8(ascii: "[") else {
                    throw refusal("the lists in \(name) have no name in XML")
                }
                try write(name, &reader, to: &text)
            }
        case UInt8(ascii: "n"): _ = try reader.readNull()
        case UInt8(ascii: "{"):
            try check(name)
            // An attribute may follow elements in the JSON.
            var attributes = ""
            var content = ""
            try reader.enterObject()
            while let key = try reader.memberKey() {
                let member = key.name
                if member == "#text" {
                    content += try scalar(&reader)
                } else if member.hasPrefix("@") {
                    attributes += try attribute(String(member.dropFirst()), &reader)
                } else {
                    try write(member, &reader, to: &content)
                }
            }
            text += "<\(name)\(attributes)>\(content)</\(name)>"
        default:
            try check(name)
            text += try "<\(name)>" + scalar(&reader) + "</\(name)>"
        }
    }

    private static func attribute(_ name: String, _ reader: inout JSONReader) throws -> String {
        try check(name)
        guard try !reader.readNull() else { return "" }
        // Line ends and tabs in an attribute are read as spaces, unless they are escaped (section 3.3.3).
        let text = try scalar(&reader).replacing("\"", with: "&quot;")
            .replacing("\t", with: "&#9;").replacing("\n", with: "&#10;")
        return " \(name)=\"\(text)\""
    }

    private static func scalar(_ reader: inout JSONReader) throws -> String {
        switch try JSONValue(json: &reader) {
        case .string(let text): return try escaped(text)
        case .number(let number): return number.text
        case .bool(let bool): return String(bool)
        case .null: return ""
        case .array, .object: throw refusal("the text of an element is no list and no object")
        }
    }

    /// Returns a text with what XML reads as markup or as a line end escaped (XML 1.0, sections 2.2 and 2.11).
    private static func escaped(_ text: String) throws -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\r": escaped += "&#13;"
            case "\t", "\n", "\u{20}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}",
                "\u{10000}"..."\u{10ffff}":
                escaped.unicodeScalars.append(scalar)
            default: throw refusal("a text has a character that XML does not have")
            }
        }
        return escaped
    }

    /// Throws if a name is not one of XML, in ASCII or above it.
    private static func check(_ name: String) throws {
        let scalars = name.unicodeScalars
        let isName = scalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":": true
            default: scalar.value > 0xbf && scalar != "\u{d7}" && scalar != "\u{f7}"
            }
        }
        if let first = scalars.first, isName, !("0"..."9").contains(first), first != "-",
            first != "."
        {
            return
        }
        throw refusal("a name of a member is not one of XML")
    }

    private static func refusal(_ message: String) -> APIError.Cause {
        APIError.Cause(.encodingFailed, message, advice: "send values that XML has")
    }
}
