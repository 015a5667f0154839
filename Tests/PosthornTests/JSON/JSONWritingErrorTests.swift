import Foundation
import Posthorn
import Testing

/// The errors of values that can't be written, in a writer and in a call.
@Suite("JSON writing errors")
struct JSONWritingErrorTests {
    private struct Reading: JSONModel {
        var value: Double

        init(value: Double) { self.value = value }
        init(json: inout JSONReader) throws { value = try json.readDouble() }

        func write(json: inout JSONWriter) throws {
            json.beginObject()
            json.write("value", value)
            json.endObject()
        }
    }

    private struct Refusing: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            throw APIError.Cause(.unknownCipher, "there is none")
        }
    }

    @Test func encoderThrowsTheErrorOfTheWriter() {
        let thrown = #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(["a": Reading(value: .nan)])
        }
        guard case .invalidValue(_, let context)? = thrown else {
            Issue.record("\(String(describing: thrown))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a"])
        let error = context.underlyingError as? JSONError
        #expect(error?.description == context.debugDescription)
        #expect(error?.reason == .unwritable)
        #expect(error?.message == "value is a number that JSON does not have")
        #expect(error?.description == "\(error?.message ?? ""); send a finite number")
    }

    @Test func serializerThrowsTheErrorAsCause() {
        let cause = #expect(throws: APIError.Cause.self) {
            try BodySerializer.json.bytes(of: [Reading(value: .infinity)])
        }
        #expect(cause?.code == .encodingFailed)
        #expect(cause?.message == "[0].value is a number that JSON does not have")
        #expect(cause?.advice == "send a finite number")
    }

    @Test func parameterThrowsTheErrorAsCause() {
        let date = Date(timeIntervalSince1970: 1e12)
        let cause = #expect(throws: APIError.Cause.self) { try date.parameterText() }
        #expect(cause?.code == .invalidParameter)
        #expect(throws: APIError.Cause.self) { try date.parameterText(as: .http) }
    }

    @Test func serializerKeepsTheCauseOfAnEncodable() {
        let cause = #expect(throws: APIError.Cause.self) {
            try BodySerializer.json.bytes(of: [Refusing()])
        }
        #expect(cause?.code == .unknownCipher)
    }
}
