import Foundation
import PosthornPropertyList
import PosthornCore
import Testing

/// Failures that a spec documents by the envelope's code.
@Suite("Generated failures by code")
struct GeneratedCodeErrorTests {
    /// Opens a field by removing its first letter.
    private struct Dropping: FieldCipher {
        let name = "dropping"
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            try await response.openFields(of: request) { value, place in
                guard let text = value.string, text.hasPrefix("x") else {
                    throw APIError.Cause(.openingFailed, "\(place) is not sealed")
                }
                return .string(String(text.dropFirst()))
            }
        }
    }

    /// Reads `{"ok": …}` and `{"error": {"id": …}}`.
    private struct Own: ResponsePolicy {
        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            if let error = envelopeError(in: response) {
                throw APIError.Cause(.rejected, "refused", envelopeError: error)
            }
            guard let value = try response.value(at: "ok", as: type) else {
                throw APIError.Cause(.decodingFailed, "there is no value")
            }
            return value
        }

        func decodeFailure<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
        ) throws -> Value {
            let path = code != nil ? "error" : "problem"
            guard let value = try response.value(at: path, as: type) else {
                throw APIError.Cause(.decodingFailed, "there is no \(path)")
            }
            return value
        }

        func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
            guard let id = try? response.value(at: "error.id", as: String.self) else { return nil }
            return APIError.EnvelopeError(code: .text(id), message: "")
        }
    }

    private static func api(_ body: String, status: Int = 200) -> CodesAPI {
        CodesAPI(
            .canned(body, status: status), ciphers: .init(card: Dropping()),
            responses: .init(own: Own()))
    }

    /// What a call ends with: its case, its value, and what its error says.
    private static func outcome(_ call: () async throws(CodesAPI.Pay.Failure) -> Void) async
        -> String
    {
        do {
            try await call()
            return "success"
        } catch {
            let said =
                switch error {
                case .notFound(let problem): "notFound \(problem.reason)"
                case .conflict(let problem): "conflict \(problem.reason)"
                case .serverError(let status, let problem):
                    "serverError \(status) \(problem.reason)"
                case .insufficientFunds(let funds): "insufficientFunds \(funds.missing)"
                case .limited(let limit): "limited \(limit.value.map { "\($0.limit)" } ?? "nil")"
                case .accountLocked: "accountLocked"
                case .obsolete: "obsolete"
                case .codeFalse(let numbers): "codeFalse \(numbers.value)"
                case .code: "code"
                case .other(let error): "other \(error.message)"
                }
            let code = error.envelopeError.map { "\($0.code)" } ?? "-"
            return "\(said) | \(error.code.rawValue) \(error.stage) \(code)"
        }
    }

    @Test("An envelope without a code leaves failures by code to the layer below")
    func envelopeWithoutCodeLeavesCodes() async {
        let api = Self.api(Self.funds, status: 409).with {
            $0.responsePolicy = .envelope(payload: "items")
        }
        let outcome = await Self.outcome { () async throws(CodesAPI.Pay.Failure) in
            _ = try await api.pay(amount: 1)
        }
        #expect(outcome == "insufficientFunds 5 | status.409 validating 1002")
    }

    private static let funds = #"{"code":1002,"message":"m","data":{"missing":5}}"#

    @Test(
        "The envelope code selects the case for every status",
        arguments: [
            (200, funds, "insufficientFunds 5 | rejected validating 1002"),
            (201, funds, "insufficientFunds 5 | rejected validating 1002"),
            (409, funds, "insufficientFunds 5 | status.409 validating 1002"),
            (404, funds, "insufficientFunds 5 | status.404 validating 1002"),
            (500, funds, "insufficientFunds 5 | status.500 validating 1002"),
            (418, funds, "insufficientFunds 5 | status.418 validating 1002"),
            (
                200, #"{"data":{"missing":6},"code":1002}"#,
                "insufficientFunds 6 | rejected validating 1002"
            ),
            (200, #"{"code":-7,"data":{"limit":3}}"#, "limited 3 | rejected validating -7"),
            (200, #"{"code":-7,"data":null}"#, "limited nil | rejected validating -7"),
            (200, #"{"code":-7}"#, "limited nil | rejected validating -7"),
            (
                200, #"{"code":"ACCOUNT_LOCKED"}"#,
                "accountLocked | rejected validating ACCOUNT_LOCKED"
            ),
            (200, #"{"code":"1002"}"#, "obsolete | rejected validating 1002"),
            (200, #"{"code":false,"data":[1,2]}"#, "codeFalse [1, 2] | rejected validating false"),
            (200, #"{"code":"\\"}"#, #"code | rejected validating \"#),
            (409, #"{"code":0,"reason":"r"}"#, "conflict r | status.409 validating -"),
            (404, #"{"code":"x","reason":"r"}"#, "notFound r | status.404 validating x"),
            (502, #"{"code":9,"reason":"r"}"#, "serverError 502 r | status.502 validating 9"),
            (200, #"{"code":9}"#, "other the backend refused with code 9 | rejected validating 9"),
            (
                418, #"{"code":9}"#,
                "other the server responded with 418 and the code 9 | status.418 validating 9"
            ),
        ])
    func codeSelectsTheCase(_ status: Int, _ body: String, _ expected: String) async {
        let api = Self.api(body, status: status)
        let pay = await Self.outcome { () async throws(CodesAPI.Pay.Failure) in
            _ = try await api.pay(amount: 1)
        }
        #expect(pay == expected)
        let repay = await Self.outcome { () async throws(CodesAPI.Pay.Failure) in
            try await api.repay()
        }
        #expect(repay == expected)
    }

    @Test(
        "A missing, null or mismatched payload throws other with its cause",
        arguments: [
            (200, #"{"code":1002}"#, "data is missing"),
            (200, #"{"code":1002,"data":null}"#, "data is null, expected an object"),
            (200, #"{"code":1002,"data":{"missing":"x"}}"#, "data.missing has another type"),
            (409, #"{"code":1002,"reason":"r"}"#, "data is missing"),
        ])
    func mismatchedPayloadThrowsOther(_ status: Int, _ body: String, _ says: String) async throws {
        let failure = await #expect(throws: CodesAPI.Pay.Failure.self) {
            try await Self.api(body, status: status).pay(amount: 1)
        }
        guard case .other(let error) = failure else { throw try #require(failure) }
        #expect(error.code == (status == 200 ? .rejected : .conflict))
        #expect(error.envelopeError?.code == 1002)
        #expect(error.message.contains("is not the documented one: "), "\(error.message)")
        #expect(error.message.contains(says), "\(error.message)")
        #expect(error.response?.body == Data(body.utf8))
    }

    @Test("The description of a failure by code names its case and hides values")
    func descriptionNamesCaseAndHidesValues() async throws {
        let failure = await #expect(throws: CodesAPI.Pay.Failure.self) {
            try await Self.api(Self.funds).pay(amount: 1)
        }
        #expect(
            failure?.description
                == "pay failed while validating: the backend refused with code 1002, documented as "
                + "insufficientFunds; see the error's `envelopeError` for its message "
                + "[POST https://api.example.com/pay → 200 OK, application/json, 48 bytes]")
        #expect(failure?.envelopeError?.message == "m")
    }

    @Test("Outputs by status, without body and from header fields are checked too")
    func allKindsOfOutputAreChecked() async throws {
        for status in [200, 202, 206, 500] {
            await #expect {
                _ = try await Self.api(Self.funds, status: status).either()
            } throws: { error in
                guard case .insufficientFunds(let funds) = error as? CodesAPI.Either.Failure else {
                    return false
                }
                return funds.missing == 5
            }
        }
        guard case .accepted = try await Self.api("", status: 202).either() else {
            throw APIError.Cause(.decodingFailed, "another status")
        }
        // An undocumented code with a success status is not the `default` case.
        let unknown = await #expect(throws: CodesAPI.Either.Failure.self) {
            try await Self.api(#"{"code":1,"reason":"r"}"#, status: 202).either()
        }
        guard case .other(let error) = unknown else { throw try #require(unknown) }
        #expect(error.code == .rejected)
        await #expect(throws: CodesAPI.OptionalCall.Failure.self) {
            try await Self.api(Self.funds).optional()
        }
        #expect(try await Self.api(#"{"code":0}"#).optional() == nil)
        await #expect(throws: CodesAPI.Count.Failure.self) {
            try await Self.api(Self.funds).count()
        }
    }

    @Test("A failure on a page ends the list")
    func failureOnAPageEndsTheList() async throws {
        var pages = Self.api(Self.funds).pages(CodesAPI.List()).makeAsyncIterator()
        await #expect {
            _ = try await pages.next()
        } throws: { error in
            guard case .insufficientFunds = error as? CodesAPI.List.Failure else { return false }
            return true
        }
        #expect(try await pages.next() == nil)
    }

    private typealias CardFailure = CodesAPI.ReadCard.Failure

    @Test("Sealed fields of a failure are opened in its payload")
    func sealedFieldsOfFailuresAreOpened() async throws {
        let card = Self.api(#"{"code":0,"data":{"number":"x4111"}}"#)
        #expect(try await card.readCard().number == "4111")
        for status in [200, 404, 418] {
            let body = #"{"code":5,"number":1,"data":{"since":"xMay","reason":"r"}}"#
            await #expect {
                _ = try await Self.api(body, status: status).readCard()
            } throws: { error in
                guard case .blocked(let blocked) = error as? CardFailure else { return false }
                return blocked.since == "May" && blocked.reason == "r"
            }
        }
        // Nothing of it is sealed, wherever another failure has its sealed fields.
        for status in [200, 404] {
            let body = #"{"code":6,"number":1,"data":{"missing":5}}"#
            await #expect {
                _ = try await Self.api(body, status: status).readCard()
            } throws: { error in
                guard case .insufficientFunds(let funds) = error as? CardFailure else {
                    return false
                }
                return funds.missing == 5
            }
        }
        await #expect {
            _ = try await Self.api(#"{"number":"x42"}"#, status: 404).readCard()
        } throws: { error in
            guard case .notFound(let card) = error as? CardFailure else { return false }
            return card.number == "42"
        }
    }

    @Test("Rejected responses are not opened; unsealed fields are refused")
    func unsealedFieldsAreRefused() async throws {
        for (body, code) in [
            (#"{"code":9,"data":"no card"}"#, APIError.Code.rejected),
            (#"{"code":5,"data":{"since":"May","reason":"r"}}"#, .openingFailed),
            (#"{"code":0,"data":{"number":"4111"}}"#, .openingFailed),
        ] {
            let failure = await #expect(throws: CardFailure.self) {
                try await Self.api(body).readCard()
            }
            guard case .other(let error) = failure else { throw try #require(failure) }
            #expect(error.code == code)
        }
    }

    @Test("A custom policy finds the code and decodes the failure", arguments: [200, 404, 500])
    func customPolicyDecodesFailures(_ status: Int) async throws {
        let body = #"{"error":{"id":"SOLD_OUT","reason":"r"},"problem":{"reason":"q"}}"#
        await #expect {
            _ = try await Self.api(body, status: status).own()
        } throws: { error in
            guard case .soldOut(let problem) = error as? CodesAPI.Own.Failure else { return false }
            return problem.reason == "r"
        }
        let other = #"{"error":{"id":"x"},"problem":{"reason":"q"}}"#
        let failure = await #expect(throws: CodesAPI.Own.Failure.self) {
            try await Self.api(other, status: status).own()
        }
        switch (status, failure) {
        case (404, .notFound(let problem)): #expect(problem.reason == "q")
        case (200, .other(let error)): #expect(error.code == .rejected)
        case (500, .other(let error)): #expect(error.code == .internalServerError)
        default: Issue.record("\(String(describing: failure))")
        }
    }

    @Test("A call-site policy can replace the envelope")
    func callSitePolicyReplacesEnvelope() async throws {
        let one = EnvelopePolicy(code: "ret", message: "msg", payload: "out", success: 0)
        let policies: [any ResponsePolicy] = [
            one, CompoundPolicy(.json, [one]), CompoundPolicy(.plist, [one]),
        ]
        for policy in policies {
            let api = Self.api(#"{"ret":1002,"out":{"missing":8}}"#, status: 400)
            await #expect {
                _ = try await api.with { $0.responsePolicy = policy }.pay(amount: 1)
            } throws: { error in
                guard case .insufficientFunds(let funds) = error as? CodesAPI.Pay.Failure else {
                    return false
                }
                return funds.missing == 8
            }
        }
        // Plain JSON knows no code, so the body is the value.
        let receipt = try await Self.api(#"{"code":1002,"id":3}"#)
            .with { $0.responsePolicy = .json }.pay(amount: 1)
        #expect(receipt.id == 3)
    }

    /// Seals whole bodies, as base64.
    private struct Whole: PayloadCipher {
        let name = "whole"
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            guard let body = Data(base64Encoded: response.body) else {
                throw APIError.Cause(.openingFailed, "it is no base64")
            }
            response.body = body
        }
    }

    @Test("The code is read after opening a sealed envelope", arguments: [200, 409])
    func codeIsReadAfterOpening(_ status: Int) async {
        let body = Data(Self.funds.utf8).base64EncodedString()
        let outcome = await Self.outcome { () async throws(CodesAPI.Pay.Failure) in
            _ = try await Self.api(body, status: status).with { $0.cipher = Whole() }.repay()
        }
        #expect(outcome.hasPrefix("insufficientFunds 5 | "))
    }

    @Test("A failure by code does not ask for a fallback")
    func failureByCodeHasNoFallback() async {
        let api = Self.api(Self.funds).with {
            $0.fallback = { _ in
                Issue.record("asked")
                return nil
            }
        }
        await #expect(throws: CodesAPI.Pay.Failure.self) { try await api.pay(amount: 1) }
    }
}
