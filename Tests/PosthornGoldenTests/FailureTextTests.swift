import Foundation
import PosthornCore
import Testing

/// What generated failures show of a response: its status and nothing of its body.
@Suite("Descriptions of generated failures")
struct FailureTextTests {
    @Test("Descriptions, dumps and mirrors hide the body", arguments: [409, 418, 422, 503])
    func hidesTheBody(_ status: Int) async throws {
        let body =
            switch status {
            case 418: #"["canary"]"#
            case 422: #"{"canary":"canary"}"#
            default: #"{"code":1,"message":"canary"}"#
            }
        let error = await #expect(throws: ErrorsAPI.Act.Failure.self) {
            try await ErrorsAPI(.canned(body, status: status)).act(id: 1)
        }
        let failure = try #require(error)
        var dumped = ""
        dump(failure, to: &dumped)
        let texts = [
            "\(failure)", String(reflecting: failure), (failure as any Error).localizedDescription,
            dumped,
        ]
        #expect(Mirror(reflecting: failure).children.isEmpty)
        for text in texts {
            #expect(text.contains("act") && text.contains("\(status)"))
            #expect(!text.contains("canary"), "\(text)")
        }
    }

    @Test("The description of a documented failure names its case")
    func namesTheCase() async {
        let api = ErrorsAPI(.canned(#"{"code":1,"message":"canary"}"#, status: 409))
        let error = await #expect(throws: ErrorsAPI.Act.Failure.self) { try await api.act(id: 1) }
        #expect(
            error?.description
                == "act failed while validating: the server responded with 409 Conflict, documented as "
                + "outOfStock [POST https://api.example.com/act → 409 Conflict, application/json, "
                + "29 bytes]")
    }
}
