import Foundation
import Posthorn
import Testing

/// What generated methods return and throw.
@Suite("Generated responses")
struct GeneratedResponseTests {
    @Test("What an endpoint returns is decoded")
    func returns() async throws {
        #expect(
            try await ReturnsAPI(.canned(#"[{"id":1},{"id":2}]"#)).many()
                == [ReturnsItem(id: 1), ReturnsItem(id: 2)])
        #expect(
            try await ReturnsAPI(.canned(#"{"a":[{"id":1}]}"#)).table()
                == ["a": [ReturnsItem(id: 1)]])
        #expect(try await ReturnsAPI(.canned(#""zzz""#)).kind() == .unknown("zzz"))
        #expect(
            try await ReturnsAPI(.canned("text", mediaType: "text/plain")).text() == "text")
        #expect(
            try await ReturnsAPI(.canned("x", mediaType: "application/octet-stream")).bytes()
                == Data("x".utf8))
        try await ReturnsAPI(.canned()).nothing()
    }

    @Test("An envelope is taken off")
    func envelope() async throws {
        let wrapped = #"{"ret":0,"msg":"","data":{"id":4}}"#
        #expect(try await EnvelopesAPI(.canned(wrapped)).wrapped() == EnvelopesItem(id: 4))
        #expect(try await EnvelopesAPI(.canned(wrapped)).explicit() == EnvelopesItem(id: 4))
        #expect(try await EnvelopesAPI(.canned(#"{"id":5}"#)).bare() == EnvelopesItem(id: 5))
    }

    @Test("A documented status becomes its case")
    func failures() async {
        let problem = #"{"code":7,"message":"gone"}"#
        await #expect {
            try await ErrorsAPI(.canned(problem, status: 409)).act(id: 1)
        } throws: { error in
            guard case .outOfStock(let problem) = error as? ErrorsAPI.Act.Failure else {
                return false
            }
            return problem == ErrorsProblem(code: 7, message: "gone")
        }
        await #expect {
            try await ErrorsAPI(.canned(#"["a"]"#, status: 418)).act(id: 1)
        } throws: { error in
            guard case .status418(["a"]) = error as? ErrorsAPI.Act.Failure else { return false }
            return true
        }
        await #expect {
            try await ErrorsAPI(.canned(problem, status: 503)).act(id: 1)
        } throws: { error in
            guard case .other = error as? ErrorsAPI.Act.Failure else { return false }
            return true
        }
    }

    @Test("Defaults stand in for what an answer lacks")
    func defaults() throws {
        let item = try JSONDecoder().decode(
            DefaultsItem.self, from: Data(#"{"required_one":"r"}"#.utf8))
        #expect(item == DefaultsItem(requiredOne: "r"))
        #expect(item.version == "1.10")
        #expect(item.price == Decimal(string: "19.99"))
        #expect(item.debt == Decimal(string: "-0.05"))
        #expect(item.high == .max)
        #expect(item.kind == .large)
        #expect(item.kinds == [.small, .large])
        #expect(item.optional == nil)
    }

    @Test("Objects keep their wire names")
    func renamed() throws {
        let renamed = Renamed(
            placedAt: Date(timeIntervalSince1970: 0), odd: 1, xRay: true,
            url: try #require(URL(string: "https://example.com")), httpStatus: 200)
        let data = try JSONEncoder().encode(renamed)
        let keys = try #require(
            JSONSerialization.jsonObject(with: data) as? [String: Any]
        ).keys.sorted()
        #expect(keys == ["HTTPStatus", "URL", "X-Ray", "odd \"name\"", "placed_at"])
        #expect(try JSONDecoder().decode(Renamed.self, from: data) == renamed)
    }

    @Test("A type contains itself through arrays and maps")
    func recursive() {
        let leaf = Node(name: "leaf", children: [], byName: [:])
        let root = Node(name: "root", children: [leaf], byName: ["leaf": leaf])
        #expect(root.children == [leaf])
    }

    @Test("The values of an enum are those of the spec, as written")
    func enums() {
        #expect(EnumsTruth(rawValue: "no") == .no)
        #expect(EnumsTruth.null.rawValue == "null")
        #expect(EnumsCasing(rawValue: "not-started") == .notStarted)
        #expect(EnumsKeyword(rawValue: "default") == .default)
        #expect(EnumsKeyword(rawValue: "new").rawValue == "new")
        #expect(WrittenScalars().octal == "012")
    }
}
