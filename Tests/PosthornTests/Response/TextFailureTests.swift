import Foundation
@_spi(Generated) import Posthorn
import PosthornPropertyList
import Testing

/// Documented failures whose type is `String`, or that have a policy of their own.
@Suite("Text failures")
struct TextFailureTests {
    private struct Texts: Endpoint {
        static let name = "texts"
        enum Failure: EndpointFailure {
            case notFound(Documented<String>)
            case conflict(Documented<String>)
            case gone(Documented<Data>)
            case unread(Documented<Data>)
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 409: .conflict(try response.failure(named: "conflict", by: .text))
                case 410: .gone(try response.failure(named: "gone", by: .raw))
                case 411: .unread(try response.failure(named: "unread"))
                default: nil
                }
            }

            var apiError: APIError {
                switch self {
                case .notFound(let failure), .conflict(let failure): failure.apiError
                case .gone(let failure), .unread(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }

        func build(_ request: inout RequestBuilder) { request.method(.get, "/texts") }
    }

    private static func outcome(
        _ body: String, _ type: String, _ status: Int, by policy: (any ResponsePolicy)? = nil
    ) async -> String {
        let response = TransportResponse.json(
            body, status: HTTPResponse.Status(code: status), type: type)
        do {
            try await Store(responding: response).with { $0.responsePolicy = policy }.send(Texts())
            return "success"
        } catch .notFound(let text) {
            return "notFound \(text.value)"
        } catch .conflict(let text) {
            return "conflict \(text.value)"
        } catch .gone(let bytes) {
            return "gone \(bytes.value.count)"
        } catch .unread(let bytes) {
            return "unread \(bytes.value.count)"
        } catch {
            return "other"
        }
    }

    @Test(
        arguments: [
            ("no such page\n", "text/plain; charset=utf-8", 404, "notFound no such page\n"),
            ("<p>gone</p>", "text/html", 404, "notFound <p>gone</p>"),
            ("PK", "application/zip", 411, "unread 2"), ("{}", "application/json", 411, "unread 2"),
            ("", "text/plain", 404, "notFound "),
            // JSON is read as JSON.
            (#""gone""#, "application/json", 404, "notFound gone"),
            (#"{"a":1}"#, "application/json", 404, "other"),
            ("no such page", "application/json", 404, "other"),
            // Without a media type, as JSON if it is JSON.
            ("no such page", "", 404, "notFound no such page"),
            (#""gone""#, "", 404, "notFound gone"),
            ("x", "application/octet-stream", 404, "other"),
            // The policy of the failure decides.
            (#""taken""#, "text/plain", 409, #"conflict "taken""#),
            ("taken", "application/json", 409, "other"),
            ("x\0y", "application/octet-stream", 410, "gone 3"),
        ])
    func textFailureIsTheBody(
        _ body: String, _ type: String, _ status: Int, _ outcome: String
    ) async {
        #expect(await Self.outcome(body, type, status) == outcome)
    }

    @Test(
        arguments: [.json, .raw, .text, .plist, .envelope(payload: "data")] as [any ResponsePolicy])
    func textIsReadBelowEachPolicy(_ policy: any ResponsePolicy) async {
        #expect(await Self.outcome("no", "text/plain", 404, by: policy) == "notFound no")
    }
}
