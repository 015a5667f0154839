import Foundation
import PosthornCore
import Testing

/// Objects with the key `fields`, and members with the names of keys.
@Suite("Generated objects with fields")
struct LongObjectTests {
    @Test("Members with the names of keys are read, sent and written back")
    func membersNamedLikeKeys() async throws {
        let text =
            #"{"base":1,"type":"t","name":"n","doc":"d","enum":"red","oneOf":2,"wraps":true,"swift":3,"#
            + #""includes":["i"],"fields":["f"],"example":{"type":"x"}}"#
        let api = LongObjectsAPI(.canned(text))
        let device = try LongObjectsDevice(jsonData: Data(text.utf8))
        #expect(device.enum == .red)
        #expect(device.example.type == "x")
        #expect(try await api.putDevice(id: 7, body: device) == device)
        let request = try api.request(for: LongObjectsAPI.PutDevice(id: 7, body: device))
        #expect(String(decoding: try #require(request.body?.data), as: UTF8.self) == text)
    }

    @Test("A body with 'fields' has a parameter for each")
    func bodyWithFields() throws {
        let request = try LongObjectsAPI(.canned()).request(
            for: LongObjectsAPI.AddNote(
                base: 1, type: "t", doc: "d", enum: .b, fields: ["x"]))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == #"{"base":1,"type":"t","doc":"d","enum":"b","fields":["x"]}"#)
    }

    @Test("An object in place may have a field named type")
    func objectInPlace() throws {
        let text =
            #"{"enum":"e","oneOf":1,"fields":["f"],"address":{"type":"t","name":"n","doc":"d","#
            + #""street":"s"}}"#
        let place = try LongObjectsPlace(jsonData: Data(text.utf8))
        #expect(place.address.street == "s")
        #expect(String(decoding: try place.jsonData(), as: UTF8.self) == text)
    }
}
