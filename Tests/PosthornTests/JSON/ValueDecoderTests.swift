import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// The decoder of types that you write.
@Suite("Decoder of your own types", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ValueDecoderTests {
    /// Keeps what a type gets from its decoder.
    private struct Kept: Decodable {
        var decoder: any Decoder
        var members: KeyedDecodingContainer<AnyKey>
        var elements: any UnkeyedDecodingContainer
        var parent: any Decoder

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            members = try decoder.container(keyedBy: AnyKey.self)
            elements = try members.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
            parent = try members.superDecoder()
        }
    }

    @Test func containersOutliveTheCall() throws {
        var kept = try JSONDocument.decode(
            Kept.self, from: #"{"list":[1,{"n":2.5}],"super":{"text":"a\nb"},"on":true}"#)
        #expect(try kept.members.decode(Bool.self, forKey: AnyKey(stringValue: "on")))
        #expect(try kept.elements.decode(Int.self) == 1)
        let nested = try kept.elements.nestedContainer(keyedBy: AnyKey.self)
        #expect(try nested.decode(Double.self, forKey: AnyKey(stringValue: "n")) == 2.5)
        #expect(Probed.path(nested.codingPath) == ".list[1]")
        #expect(try [String: String](from: kept.parent) == ["text": "a\nb"])
        #expect(Probed.path(kept.parent.codingPath) == ".super")
        #expect(try kept.decoder.container(keyedBy: AnyKey.self).allKeys.count == 3)
    }

    /// Keeps the container of an object.
    private struct Container: Decodable {
        var members: KeyedDecodingContainer<AnyKey>
        init(from decoder: any Decoder) throws {
            members = try decoder.container(keyedBy: AnyKey.self)
        }
    }

    private class Animal: Decodable {
        var name: String
        enum CodingKeys: CodingKey { case name }
    }

    private final class Dog: Animal {
        var age: Int
        var usesSuper: Bool
        enum CodingKeys: CodingKey { case age }

        required init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            age = try members.decode(Int.self, forKey: .age)
            usesSuper = decoder.userInfo[Probed.plan] != nil
            try super.init(from: usesSuper ? members.superDecoder() : decoder)
        }
    }

    @Test func classesDecodeTheirSuperclass() throws {
        let flat = try JSONDocument.decode(Dog.self, from: #"{"age":3,"name":"Rex"}"#)
        #expect(flat.name == "Rex" && flat.age == 3)
        let decoder = JSONDecoder()
        decoder.userInfo[Probed.plan] = true
        let nested = try JSONDocument.decode(
            Dog.self, from: #"{"super":{"name":"Rex"},"age":3}"#, DecodingSettings(of: decoder))
        #expect(nested.name == "Rex" && nested.age == 3)
        #expect(throws: DecodingError.self) {
            try JSONDocument.decode(Dog.self, from: #"{"age":3}"#, DecodingSettings(of: decoder))
        }
    }

    @Test func allKeysHaveTheOrderOfTheDocument() throws {
        struct Names: Decodable {
            var names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let text = #"{"z_y":1,"b":{"c":[]},"\u0061":"\n","zY":2}"#
        #expect(try JSONDocument.decode(Names.self, from: text).names == ["z_y", "b", "a", "zY"])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let names = try JSONDocument.decode(Names.self, from: text, DecodingSettings(of: decoder))
        #expect(names.names == ["zY", "b", "a"])
    }

    @Test(arguments: [
        "one_two", "_one_two_", "__a", "a__b", "ONE_TWO", "größe_über", "_", "___", "", "oneTwo",
        "a_b-c d", "3_d", "ONE", "x_", "_x", "a_ß", "ǆ_ǆx", "e\u{301}_e\u{301}a",
    ])
    func snakeCaseConvertsLikeFoundation(_ name: String) throws {
        struct Name: Decodable {
            var name: String?
            init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: AnyKey.self).allKeys.first?.stringValue
            }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = "{\"\(name)\":1}"
        let theirs = try decoder.decode(Name.self, from: Data(text.utf8)).name
        let ours = try JSONDocument.decode(Name.self, from: text, DecodingSettings(of: decoder))
        #expect(ours.name == theirs)
    }

    @Test func customStrategiesReceiveDecoderAndPath() throws {
        struct Sample: Decodable { var at: Date; var raw: [Data] }
        let paths = Mutex<[String]>([])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom {
            AnyKey(stringValue: $0.last?.stringValue.lowercased() ?? "")
        }
        decoder.dateDecodingStrategy = .custom { decoder in
            paths.withLock { $0.append(Probed.path(decoder.codingPath)) }
            return Date(
                timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
        }
        decoder.dataDecodingStrategy = .custom { decoder in
            paths.withLock { $0.append(Probed.path(decoder.codingPath)) }
            return Data(try [UInt8](from: decoder))
        }
        let sample = try JSONDocument.decode(
            Sample.self, from: #"{"RAW":[[1],[2,3]],"At":1.5}"#, DecodingSettings(of: decoder))
        #expect(
            sample.at == Date(timeIntervalSince1970: 1.5)
                && sample.raw == [Data([1]), Data([2, 3])])
        #expect(paths.withLock { $0 } == [".at", ".raw[0]", ".raw[1]"])
    }

    private static let hundred = (0..<100).map { "\"n\($0)\":\($0)" }.joined(separator: ",")

    @Test(arguments: [
        #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"\n":1,"b":2,"\u000a":3}"#,
        #"[{"x":{"":1,"":1}}]"#, "{\(hundred),\"n7\":1}", "{\"n99\":1,\(hundred)}",
        "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"K\":1,\"\u{212a}\":2}",
        "{\"aXXXXb\":1,\"aYYYYb\":2,\"aXXXXb\":3}",
    ])
    func secondMemberOfANameIsAnError(_ text: String) {
        let error = #expect(throws: DecodingError.self) {
            try JSONDocument.decode(JSONValue.self, from: text)
        }
        guard case .dataCorrupted(let context)? = error else { return }
        #expect((context.underlyingError as? JSONError)?.found == "a second one")
    }

    @Test func emptyNamesAreFound() throws {
        for text in [#"{"":1}"#, "{\(Self.hundred),\"\":1}", "{\"ü\":2,\"\":1}"] {
            let members = try JSONDocument.decode(Container.self, from: text).members
            #expect(try members.decode(Int.self, forKey: AnyKey(stringValue: "")) == 1)
        }
    }

    @Test func namesAreComparedLikeStrings() throws {
        let text = "{\"e\u{301}\":1,\"\\u006b\":2,\(Self.hundred)}"
        let members = try JSONDocument.decode(Container.self, from: text).members
        #expect(try members.decode(Int.self, forKey: AnyKey(stringValue: "\u{e9}")) == 1)
        #expect(try members.decode(Int.self, forKey: AnyKey(stringValue: "k")) == 2)
        #expect(try members.decode(Int.self, forKey: AnyKey(stringValue: "n42")) == 42)
        #expect(!members.contains(AnyKey(stringValue: "n100")))
    }

    /// A search of all members for each one would take minutes.
    @Test func largeObjectsTakeLinearTime() throws {
        let names = (0..<100_000).map { "name \($0)" }
        let text = "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
        #expect(try JSONDocument.decode([String: Int].self, from: text).count == names.count)
        let members = try JSONDocument.decode(Container.self, from: text).members
        for name in names.reversed() {
            #expect(try members.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: name)) == 1)
        }
        let array = "[\(names.map { _ in "1" }.joined(separator: ","))]"
        #expect(try JSONDocument.decode([Int].self, from: array).count == names.count)
        #expect(try JSONDocument.decode(Set<Int>.self, from: array) == [1])
    }

    /// The type of a spec reads each of its members that are types of yours from the same document.
    @Test func smallValuesOfLargeDocumentsTakeLinearTime() throws {
        struct Item: Decodable { var a: Int }
        let text = "[" + Array(repeating: #"{"a":1}"#, count: 100_000).joined(separator: ",") + "]"
        var sum = 0
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            try reader.beginArray()
            while try reader.nextElement() {
                let item: Item? = reader.codable()
                sum += item?.a ?? 0
            }
            try reader.finish()
        }
        #expect(sum == 100_000)
    }

    private indirect enum Tree: Decodable {
        case node(Tree?)
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: AnyKey.self)
            self = .node(try members.decodeIfPresent(Tree.self, forKey: AnyKey(stringValue: "a")))
        }
    }

    @Test func nestingIsLimitedTo512Levels() throws {
        func text(_ levels: Int) -> String {
            String(repeating: #"{"a":"#, count: levels - 1) + "{}"
                + String(repeating: "}", count: levels - 1)
        }
        _ = try JSONDocument.decode(Tree.self, from: text(512))
        let error = #expect(throws: DecodingError.self) {
            try JSONDocument.decode(Tree.self, from: text(513))
        }
        guard case .dataCorrupted(let context)? = error else { return }
        #expect((context.underlyingError as? JSONError)?.reason == .limit)
    }
}
