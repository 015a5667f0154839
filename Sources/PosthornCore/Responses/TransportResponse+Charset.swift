import FoundationEssentials

extension TransportResponse {
    /// Returns the response with its body in UTF-8, if `Content-Type` names another charset.
    ///
    /// Servers name Latin-1, ASCII and invented charsets without looking: a body that is valid UTF-8 is read as such.
    /// UTF-16 is left to the policies, which name it in their errors.
    /// - Throws: an ``APIError/Cause`` if the body is not valid in the charset.
    func inUTF8() throws -> TransportResponse {
        guard let field = headers.value(of: .contentType), field.utf8.contains(UInt8(ascii: ";")),
            !Self.namesUTF8(field), let name = MediaType.parameter("charset", of: field)
        else { return self }
        let charset = Charset.of(body, named: name)
        switch charset?.0 {
        case .utf8, .utf16LittleEndian, .utf16BigEndian: return self
        case nil, .ascii, .windows1252:
            if String(validating: body, as: UTF8.self) != nil { return self }
        case .system: break
        }
        guard let charset = charset?.0 else {
            throw APIError.Cause(
                .decodingFailed,
                "the body is not UTF-8, and \(Charset.shown(name)) is not known here",
                advice: "let the endpoint return Data with the policy raw, and decode it")
        }
        guard var text = try charset.text(body) else {
            throw APIError.Cause(
                .decodingFailed, "the body is not \(charset.name), as the response says",
                advice: "let the endpoint return Data with the policy raw")
        }
        // The declaration of XML would name the charset from before.
        let declaration = /^<\?xml[^>]*?(\s+encoding\s*=\s*["'][^"']*["'])/
        if let declared = text.prefix(200).firstMatch(of: declaration) {
            text.removeSubrange(declared.1.startIndex..<declared.1.endIndex)
        }
        var response = self
        response.body = Data(text.utf8)
        response.headers[.contentType] = (mediaType ?? "text/plain") + "; charset=utf-8"
        return response
    }

    /// Returns the response with its body in UTF-8, unless the policy reads other charsets itself.
    func inUTF8(for policy: any ResponsePolicy) throws -> TransportResponse {
        policy is TextPolicy ? self : try inUTF8()
    }

    /// Returns whether a value of `Content-Type` ends with the name of UTF-8, as most values with a charset do.
    private static func namesUTF8(_ field: String) -> Bool {
        let end = field.utf8.suffix(6)
        return end.count == 6 && zip(end, "=utf-8".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
