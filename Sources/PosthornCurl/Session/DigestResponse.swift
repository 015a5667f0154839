/// The response to a challenge of the Digest scheme (RFC 7616).
struct DigestResponse {
    /// The supported hash algorithms, with the names of OpenSSL's functions for them.
    private static let functions = [
        "MD5": "EVP_md5", "SHA-256": "EVP_sha256", "SHA-512-256": "EVP_sha512_256",
    ]

    private let parameters: [String: String]
    private let algorithm: String
    private let function: String
    private let isForSession: Bool

    /// Returns `nil` for an unsupported algorithm, and if the realm or the nonce is missing.
    init?(_ parameters: [String: String]) {
        let name = parameters["algorithm"] ?? "MD5"
        isForSession = name.lowercased().hasSuffix("-sess")
        algorithm = name.dropLast(isForSession ? 5 : 0).uppercased()
        guard let function = Self.functions[algorithm], parameters["nonce"] != nil,
            parameters["realm"] != nil
        else { return nil }
        self.function = function
        self.parameters = parameters
    }

    /// Computes the value of the Authorization field.
    ///
    /// Each nonce is used for one request only, so that the nonce count is always 1.
    /// - Parameters:
    ///   - target: The path and the query as they are sent.
    ///   - random: A client nonce, different for each request.
    func field(
        user: String, password: String, method: String, target: String, random: String
    ) throws(TransportError) -> String {
        guard !user.contains(":"), user.isWithoutControls else {
            throw .invalidRequest(
                "the user name contains a colon or a control character",
                "remove the colon, or the line break at its end")
        }
        let nonce = parameters["nonce"] ?? ""
        let realm = parameters["realm"] ?? ""
        var secret = try hash("\(user):\(realm):\(password)")
        if isForSession { secret = try hash("\(secret):\(nonce):\(random)") }
        let request = try hash("\(method):\(target)")
        var words =
            try name(user, realm) + [
                "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
                "uri=\(Self.quoted(target))",
            ]
        if let named = parameters["algorithm"] { words.append("algorithm=\(named)") }
        if let offered = parameters["qop"] {
            let tokens = offered.lowercased().split { $0 == "," || $0 == " " }
            guard tokens.contains("auth") else {
                throw .invalidRequest(
                    "the server offers only `qop=auth-int`, which is not supported",
                    "configure the server to offer `qop=auth`")
            }
            let response = try hash("\(secret):\(nonce):00000001:\(random):auth:\(request)")
            words += [
                "qop=auth", "nc=00000001", "cnonce=\(Self.quoted(random))",
                "response=\"\(response)\"",
            ]
        } else {
            // The form of RFC 2069, which old servers still use.
            if isForSession { words.append("cnonce=\(Self.quoted(random))") }
            words.append("response=\"\(try hash("\(secret):\(nonce):\(request)"))\"")
        }
        if let opaque = parameters["opaque"] { words.append("opaque=\(Self.quoted(opaque))") }
        return "Digest " + words.joined(separator: ", ")
    }

    /// The user's name: hashed if the server asks for it, percent-encoded if it is not ASCII.
    private func name(_ user: String, _ realm: String) throws(TransportError) -> [String] {
        if parameters["userhash"]?.lowercased() == "true" {
            return ["username=\"\(try hash("\(user):\(realm)"))\"", "userhash=true"]
        }
        if user.utf8.allSatisfy({ $0 < 0x80 }) { return ["username=\(Self.quoted(user))"] }
        let encoded = PercentEncoding.encode(user) { $0.isLetter || $0.isDigit }
        return ["username*=UTF-8''" + encoded]
    }

    private func hash(_ text: String) throws(TransportError) -> String {
        guard let digest = Digest.hex(of: text, function) else {
            throw TransportError(
                .resource, "there is no \(algorithm) with this TLS library",
                advice: "use libcurl with OpenSSL", isSafeToRetry: true)
        }
        return digest
    }

    /// Encodes a text as a quoted string (RFC 9110, section 5.6.4).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
