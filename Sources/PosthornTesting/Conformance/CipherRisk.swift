import PosthornCore

/// What an attacker gains from a flaw of a cipher, and what removes the flaw.
struct CipherRisk: Sendable {
    let danger: String
    let advice: String

    init(_ danger: String, _ advice: String) { (self.danger, self.advice) = (danger, advice) }

    static let misread = CipherRisk(
        "calls fail or read other data than was sent",
        "open in both forms of `open` what the server sealed, for each method, status and size")
    static let clear = CipherRisk(
        "everyone on the way reads the body",
        "seal each body in `seal`, whatever its method, media type and size")
    static let nonce = CipherRisk(
        "two messages with one nonce reveal both plaintexts, and the attacker can forge more",
        "draw a nonce of 12 random bytes for each message, or derive a key for each message")
    static let transport = CipherRisk(
        "the transport follows redirects and resumes downloads with sealed messages",
        "leave `isPlaintext` out, so that it is `false`")
    static let downgrade = CipherRisk(
        "everyone on the way can write such a response",
        "throw in `open` unless the response is sealed, whatever its status, fields and body")
    static let changed = CipherRisk(
        "an attacker changes what the receiver reads",
        "authenticate each byte, and compare the whole tag before you return the plaintext")
    static let cut = CipherRisk(
        "an attacker decides where a message ends",
        "mark the last piece, authenticate the mark, and throw if the body ends without it")
    static let oracle = CipherRisk(
        "an attacker learns from the errors which guess was closer",
        "throw one error with one text for everything that can be wrong with sealed bytes")
    static let refused = CipherRisk(
        "code that catches the error reads what the attacker wrote",
        "change the response only after it was opened")
    static let replay = CipherRisk(
        "an attacker repeats an earlier response, or returns that of another call",
        "authenticate in each response a random id of its request, also of requests without a body")
    static let status = CipherRisk(
        "an attacker turns a failure into a success, or the reverse",
        "authenticate the status of each response, also of failures")
    static let endpoint = CipherRisk(
        "an attacker moves a message to another endpoint",
        "authenticate the method and the target as sent, each with its length")
    static let reflection = CipherRisk(
        "an attacker returns a sender's own bytes, which it then takes for the other side's",
        "use a key for each direction, or authenticate the direction")
    static let field = CipherRisk(
        "an attacker swaps header fields, so that the server takes a repeated request for a new one",
        "authenticate each header field that the format adds")
    static let mediaType = CipherRisk(
        "an attacker has the plaintext read as another type",
        "authenticate the media type of the plaintext, or always set the same one")
    static let key = CipherRisk(
        "a stranger's messages are taken for the server's",
        "use only configured keys, never one that a message contains or that stands in the code")
    static let unverified = CipherRisk(
        "the call acts on bytes that an attacker wrote",
        "collect a whole piece and check its tag before you return a byte of it")
    static let order = CipherRisk(
        "an attacker composes another message from the pieces of one",
        "authenticate the position of each piece, for example by a counter in its nonce")
    static let secret = CipherRisk(
        "logs and crash reports show it",
        "show no more than `name` in `description`; put no key and no body into errors and fields")
}

extension ConformanceFailure {
    /// A failure that says what happened, what an attacker gains, and what to write.
    init(_ what: String, _ risk: CipherRisk) {
        self.init("\(what). Danger: \(risk.danger). What to write: \(risk.advice).")
    }
}

func expect(
    _ condition: Bool, _ risk: CipherRisk, _ what: @autoclosure () -> String
) throws {
    guard condition else { throw ConformanceFailure(what(), risk) }
}
