import Foundation
import Testing

import Posthorn
@testable import PosthornHTTP

@Suite("Media types")
struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", "application/json"), ("Application/JSON", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("application/json;charset=utf-8", "application/json"),
        (" application/json ", "application/json"), ("text/html;a=b;c=d", "text/html"), ("", ""),
    ])
    func parsesEssence(_ value: String, _ essence: String) {
        #expect(MediaType.essence(value) == essence)
    }

    @Test(arguments: [
        ("application/json", "application/json", true), ("application/json", "text/json", false),
        ("application/json", "*/*", true), ("text/html", "text/*", true),
        ("text/html", "application/*", false), ("textual/html", "text/*", false),
        ("application/problem+json", "*/*+json", true), ("application/json", "*/*+json", false),
        ("application/json+xml", "*/*+json", false), ("application/vnd.a+json", "*/*+json", true),
        ("application/jsonx", "application/json", false),
        ("application/a+json", "application/*+json", true), ("text/a+json", "*/*+JSON", true),
        ("text/a+json", "application/*+json", false),
        ("application/json", "Application/JSON", true),
        ("text/html", "TEXT/*", true), ("text/html", "te*", false), ("text/html", "*", false),
    ])
    func matchesPatterns(_ essence: String, _ pattern: String, _ expected: Bool) {
        #expect(MediaType.matches(essence, pattern) == expected)
    }

    /// With the policy json and a body that it could read.
    @Test(
        arguments: [
            ("application/json", true), ("application/json; charset=utf-8", true),
            ("APPLICATION/JSON", true), ("text/json", true), ("application/hal+json", true),
            ("application/problem+json", true), (nil, true), ("", true),
            ("text/html", false), ("text/plain", false), ("application/xml", false),
            ("text/javascript", false), ("application/javascript", false),
            ("application/octet-stream", false), ("application/x-ndjson", false), ("json", false),
        ] as [(String?, Bool)])
    func jsonPolicyAcceptsJSONMediaTypesOnly(_ type: String?, _ isAccepted: Bool) async throws {
        let store = Store(responding: .json("[1]", type: type))
        guard !isAccepted else {
            #expect(try await store.send(Probe([Int].self)) == [1])
            return
        }
        let error = await #expect(throws: APIError.self) { try await store.send(Probe([Int].self)) }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.stage == .validating)
        #expect(
            error?.message == "the response is \(type ?? ""), and the policy json reads "
                + "application/json, text/json, */*+json")
        #expect(error?.response?.body == Data("[1]".utf8))
    }

    @Test(arguments: ["text/plain", "application/x-amz-json-1.0"])
    func adviceForOtherMediaTypeIsCode(_ type: String) async throws {
        let store = Store(responding: .json("[1]", type: type))
        let error = await #expect(throws: APIError.self) { try await store.send(Probe([Int].self)) }
        #expect(
            error?.description.contains(
                "`$0.responsePolicy = .json { $0.mediaTypes += [\"\(type)\"] }`") == true)
        let tolerant = store.with { $0.responsePolicy = .json { $0.mediaTypes += [type] } }
        #expect(try await tolerant.send(Probe([Int].self)) == [1])
    }

    @Test func adviceForEnvelopeOfOtherMediaTypeWorks() async throws {
        let type = "application/x-amz-json-1.0"
        let store = Store(responding: .json(#"{"data":[1]}"#, type: type))
        let strict = store.with { $0.responsePolicy = EnvelopePolicy(payload: "data") }
        let error = await #expect(throws: APIError.self) {
            try await strict.send(Probe([Int].self))
        }
        let text = error?.description ?? ""
        #expect(text.contains("`policy.json.mediaTypes += [\"\(type)\"]`"))
        let tolerant = store.with {
            var policy = EnvelopePolicy(payload: "data")
            policy.json.mediaTypes += [type]
            $0.responsePolicy = policy
        }
        #expect(try await tolerant.send(Probe([Int].self)) == [1])
    }

    @Test(arguments: ["text/html", nil])
    func emptyBodyIsAcceptedWithAnyMediaType(_ type: String?) async throws {
        let store = Store(responding: .json("", type: type))
        #expect(try await store.send(Probe(Int?.self)) == nil)
    }

    @Test func rawPolicyAcceptsAnyMediaType() async throws {
        let store = Store(responding: .json("x", type: "image/png")).with {
            $0.responsePolicy = .raw
        }
        #expect(try await store.send(Probe(String.self)) == "x")
    }

    @Test(arguments: [
        (#"a/b; x="p;charset=utf-7"; charset=utf-8"#, "utf-8"),
        (#"a/b; x="\";charset=utf-7"; charset="UTF-8""#, "utf-8"), ("a/b;charset=x", "x"),
    ])
    func quotedSemicolonIsNotASeparator(_ field: String, _ charset: String) {
        #expect(MediaType.parameter("charset", of: field) == charset)
    }
}
