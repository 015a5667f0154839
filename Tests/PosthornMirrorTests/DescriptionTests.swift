import Foundation
@testable import PosthornCore
@testable import PosthornHTTP
@testable import PosthornCurl
import Testing

@Suite("Redacted descriptions")
struct DescriptionTests {
    private static let url = "https://store.example/canary?q=canary"

    @Test func callTypesHideSecrets() throws {
        let envelopeError = APIError.EnvelopeError(code: "7", message: Canary.text)
        let file = DownloadedFile(
            url: URL(filePath: "/tmp/canary"), count: 11, status: .partialContent,
            headers: MessageSamples.fields)
        let texts: [(any RedactedStringConvertible, String)] = [
            (file, "206 Partial Content, a file of 11 bytes"), (envelopeError, "code 7"),
            (APIError.EnvelopeError(code: "a\nb", message: ""), "a code that is not an identifier"),
            (HTTPBody(MessageSamples.body), "11 bytes"),
            (HTTPBody.Piece.data(MessageSamples.body), "11 bytes"),
            (
                FormPart(MessageSamples.body, filename: "canary.png"), "11 bytes, image/png"
            ),
            (NextPage<List>.link(Self.url), "a link to the next page"),
            (
                CallEvent.Kind.bodySent(count: 11, beginning: MessageSamples.body),
                "sent a body of 11 bytes"
            ),
            (Credential.bearer(Canary.text), "Credential(…)"),
            (Store().pages(List()), "PageSequence<List>(…)"),
        ]
        for (value, text) in texts { #expect("\(value)" == text) }
    }

    @Test func sessionTypesHideSecrets() throws {
        let head = TransportResponse(
            status: .unauthorized,
            headers: [.wwwAuthenticate: "Digest realm=\"canary\", nonce=\"canary\""])
        let long = TransportResponse(
            status: .unauthorized,
            headers: [.wwwAuthenticate: String(repeating: "x", count: 100) + " realm=canary"])
        let resume = { total in
            ResumeData(
                destinationPath: "/tmp/canary", partPath: "/tmp/canary.part", url: Self.url,
                offset: 5,
                total: total, validator: "\"canary\"", fingerprint: Canary.text, ending: nil)
        }
        let challenges = [head, long].flatMap {
            AuthenticationChallenge.all(in: $0, url: Self.url, failures: 0)
        }
        #expect(
            challenges.map(\.description) == [
                "a challenge digest of https://store.example",
                "a challenge \(String(repeating: "x", count: 63))… of https://store.example",
            ])
        #expect("\(resume(10))" == "a download from https://store.example, 5 bytes of 10")
        #expect("\(resume(nil))" == "a download from https://store.example, 5 bytes")
    }
}
