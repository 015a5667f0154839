import Foundation
import PosthornCore
import Testing

/// Members that the spec does not name.
@Suite("Generated objects with others")
struct OthersTests {
    private static let config =
        #"{"version":1,"note":"n","gui":{"port":2,"theme":"dark"},"a":{"b":[null]},"z":1.50}"#

    private func text(of value: some JSONModel) throws -> String {
        String(decoding: try value.jsonData(), as: UTF8.self)
    }

    @Test("A value that is read, changed and sent loses no member")
    func losesNothing() async throws {
        var config = try await OthersAPI(.canned(Self.config)).getConfig()
        #expect(config.others["a"]?["b"]?[0] == .null)
        #expect(config.gui.others == ["theme": "dark"])
        config.version = 2
        config.gui.port = 3
        let request = try OthersAPI(.canned()).request(for: OthersAPI.PutConfig(body: config))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == Self.config.replacing("1,", with: "2,").replacing("2,\"theme", with: "3,\"theme")
        )
    }

    @Test(
        "The other members have a type, a format and may be null",
        arguments: [
            #"{"a":1,"b":2}"#, "{}",
        ])
    func types(_ text: String) throws {
        let counts = try OthersCounts(jsonData: Data(text.utf8))
        #expect(try self.text(of: counts) == text)
        let dates = #"{"others":true,"a":1.5}"#
        let read = try OthersDates(jsonData: Data(dates.utf8))
        #expect(read.dates == ["a": Date(timeIntervalSince1970: 1.5)])
        #expect(try self.text(of: read) == dates)
        let sub = #"{"id":"a","json":1,"n":null,"u":3}"#
        let copy = try OthersSub(jsonData: Data(sub.utf8))
        #expect(copy.others == ["n": nil, "u": 3])
        #expect(try self.text(of: copy) == sub)
    }

    @Test("Errors name no member that the spec does not name")
    func errors() {
        let wrong = #expect(throws: JSONError.self) {
            try OthersCounts(jsonData: Data(#"{"a":1,"secret":"x"}"#.utf8))
        }
        #expect(wrong?.path == "[*]")
        let twice = #expect(throws: JSONError.self) {
            try OthersConfig(
                jsonData: Data(#"{"version":1,"gui":{"port":2},"q":1,"q":2}"#.utf8))
        }
        #expect(twice?.expected == "the member only once")
        let named = #expect(throws: JSONError.self) {
            try OthersConfig(
                version: 1, gui: OthersConfig.Gui(port: 1), others: ["note": "x"]
            ).jsonData()
        }
        #expect(
            named?.description
                == "'note' is among the members that the spec does not name, and has a property; "
                + "set the property for 'note'")
    }

    @Test("The tag of a union is written once")
    func tags() async throws {
        let text = #"{"kind":"card","number":1,"x":true}"#
        let read = try await OthersAPI(.canned(text)).pay(body: .bank(OthersBank(kind: "bank")))
        #expect(read == .card(OthersCard(number: 1, others: ["x": true])))
        #expect(try self.text(of: read) == text)
        let card = OthersCard(number: 1, others: ["kind": "other", "x": 1])
        #expect(
            try self.text(of: OthersPayment.card(card)) == #"{"number":1,"kind":"card","x":1}"#)
        let bank = #"{"kind":"bank","x":true}"#
        #expect(try self.text(of: OthersPayment(jsonData: Data(bank.utf8))) == bank)
    }

    @Test("Other coders keep the members")
    func coders() throws {
        let data = Data(Self.config.utf8)
        let config = try JSONDecoder().decode(OthersConfig.self, from: data)
        let list = try PropertyListEncoder().encode(
            try JSONDecoder().decode(OthersCounts.self, from: Data(#"{"a":1}"#.utf8)))
        #expect(try PropertyListDecoder().decode(OthersCounts.self, from: list).others == ["a": 1])
        #expect(
            try JSONDecoder().decode(OthersConfig.self, from: JSONEncoder().encode(config))
                == config
        )
    }
}
