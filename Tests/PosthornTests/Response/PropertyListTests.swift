import Foundation
import PosthornPropertyList
import Posthorn
import PosthornTesting
import Testing

@Suite("Property lists")
struct PropertyListTests {
    struct Order: Codable, Hashable, Sendable {
        var id: Int
        var at: Date
        var receipt: Data
    }

    private struct Service: APIService {
        var configuration: ClientConfiguration
    }

    private struct Call<Value: Decodable & Sendable>: Endpoint {
        typealias Output = Value
        static var name: String { "call" }
        var spec: @Sendable (inout RequestBuilder) throws -> Void = { _ in }
        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/orders")
            request.responsePolicy = .plist
            try spec(&request)
        }
    }

    private let order = Order(
        id: 7, at: Date(timeIntervalSince1970: 1_000_000), receipt: Data([1, 2, 3]))

    private func service(_ stub: PosthornTesting.StubTransport) -> Service {
        Service(
            configuration: ClientConfiguration(
                baseURL: try? BaseURL("https://a.test"), transport: stub))
    }

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func decodesAndEncodes(_ format: PropertyListDecoder.PropertyListFormat) async throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let bytes = try encoder.encode(order)
        let stub = PosthornTesting.StubTransport(
            .on(nil, "*", response: .bytes(bytes, type: "application/x-plist")))
        let response = try await service(stub).send(
            Call<Order> { [order] in try $0.propertyList(order, format: format) })
        #expect(response == order)
        #expect(stub.requests[0].headers[.contentType] == "application/x-plist")
        let sent = stub.requests[0].body
        #expect(try PropertyListDecoder().decode(Order.self, from: sent) == order)
        #expect(sent.starts(with: format == .binary ? Array("bplist00".utf8) : Array("<?xml".utf8)))
    }

    @Test(arguments: [
        ("<plist><dict><key>id</key><string>x</string></dict></plist>", "id has another type"),
        ("<plist><dict/></plist>", "id is missing"), ("{}}", "it is not valid property list"),
        ("<plist><dict>", "it is not valid property list"),
    ])
    func decodingErrorNamesTheCause(_ text: String, _ cause: String) async {
        let stub = PosthornTesting.StubTransport(
            .on(nil, "*", response: .bytes(Data(text.utf8), type: "application/x-plist")))
        let error = await #expect(throws: APIError.self) {
            try await service(stub).send(Call<Order>())
        }
        #expect(error?.code == .decodingFailed)
        let expected = "the response does not have the expected shape: \(cause)"
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
    }

    @Test func unsupportedValueIsAnEncodingError() throws {
        let error = #expect(throws: APIError.self) {
            try service(PosthornTesting.StubTransport()).request(
                for: Call<Order> { try $0.propertyList(7) })
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.stage == .building)
    }

    private func read<Value: Decodable & Sendable>(
        _ data: Data, _ type: Value.Type
    ) async throws -> Value {
        let stub = PosthornTesting.StubTransport(
            .on(nil, "*", response: .bytes(data, type: "application/x-plist")))
        return try await service(stub).send(Call<Value>())
    }

    private struct Anything: Decodable, Sendable {
        init(from decoder: any Decoder) {}
    }

    @Test(arguments: ["", " ", "\r\n"])
    func emptyBodyIsNilOrAnError(_ text: String) async throws {
        #expect(try await read(Data(text.utf8), [String: Int]?.self) == nil)
        let error = await #expect(throws: APIError.self) {
            try await read(Data(text.utf8), [String: Int].self)
        }
        #expect(error?.message == "the response has no body")
        #expect(error?.code == .decodingFailed)
    }

    private static func nested(_ depth: Int, _ noise: String = "") -> Data {
        Data(
            ("<plist>" + String(repeating: "<array>\(noise)", count: depth)
                + String(repeating: "</array >", count: depth) + "</plist>").utf8)
    }

    @Test(arguments: [
        "", "<!-- </array> -->", "<?p </array>?>", "<string><![CDATA[</array>]]></string>",
        "<array/><dict />",
    ])
    func xmlNestingIsLimitedTo512Levels(_ noise: String) async throws {
        _ = try await read(Self.nested(500, noise), Anything.self)
        for depth in [513, 100_000] {
            let error = await #expect(throws: APIError.self) {
                try await read(Self.nested(depth, noise), Anything.self)
            }
            #expect(error?.message == "the property list is nested more than 512 levels deep")
        }
        let dictionaries = String(repeating: "<dict><key>a</key>", count: 20_000)
        await #expect(throws: APIError.self) {
            try await read(Data("<plist></dict></dict>\(dictionaries)".utf8), Anything.self)
        }
    }

    @Test(arguments: [
        Data("<?xml version='1.0' encoding='UTF-7'?><plist/>".utf8),
        Data("<?xml version='1.0' encoding='UTF-8' encoding='UTF-7'?><plist/>".utf8),
        Data([0xfe, 0xff]) + Data("<plist/>".utf16.flatMap { [0, UInt8($0)] }),
        Data("<plist/>".utf16.flatMap { [UInt8($0), 0] }),
    ])
    func otherEncodingsAreRefused(_ data: Data) async {
        let error = await #expect(throws: APIError.self) { try await read(data, Anything.self) }
        #expect(error?.message == "the property list is in another encoding than UTF-8")
    }

    /// A binary list of objects as they are, with offsets of four bytes and references of two.
    private static func binary(_ objects: [[UInt8]]) -> Data {
        var data = Data("bplist00".utf8)
        var offsets: [UInt32] = []
        for object in objects {
            offsets.append(UInt32(data.count))
            data.append(contentsOf: object)
        }
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
        }
        let table = UInt64(data.count)
        for offset in offsets { append(offset) }
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, 2])
        append(UInt64(objects.count))
        append(UInt64(0))
        append(table)
        return data
    }

    private static func array(_ references: [Int]) -> [UInt8] {
        let count = references.count
        return [0xaf, 0x11, UInt8(count >> 8), UInt8(count & 0xff)]
            + references.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }

    private static let long: [UInt8] =
        [0x5f, 0x11, 0x20, 0x00] + [UInt8](repeating: 0x61, count: 0x2000)

    static let growing: [Data] = [
        binary([
            array(Array(repeating: 1, count: 3000)), array(Array(repeating: 2, count: 3000)),
            [0x10, 1],
        ]),
        binary([array([1]), array([0])]), binary([array([0])]),
        binary([array(Array(repeating: 1, count: 3000)), long]),
    ]

    @Test(arguments: growing.indices)
    func expandingBinaryPropertyListIsRefused(_ index: Int) async {
        let error = await #expect(throws: APIError.self) {
            try await read(Self.growing[index], Anything.self)
        }
        #expect(
            error?.message
                == "the property list uses its parts more than once, and grows when it is decoded")
    }

    @Test func binaryNestingIsLimitedTo512Levels() async throws {
        let chain = (1...599).map { Self.array([$0]) } + [[0x10, 1]]
        let error = await #expect(throws: APIError.self) {
            try await read(Self.binary(chain), Anything.self)
        }
        #expect(error?.message == "the property list is nested more than 512 levels deep")
        #expect(
            try await read(Self.binary([Self.array([1, 1]), [0x10, 7]]), [Int].self) == [7, 7])
    }

    @Test func damagedBinaryPropertyListDoesNotCrash() async throws {
        let good = Self.binary([Self.array([1, 2, 1]), [0x10, 7], Self.array([1])])
        for index in good.indices {
            for byte: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var bad = good
                bad[index] = byte
                _ = try? await read(bad, Anything.self)
            }
            _ = try? await read(good.prefix(index), Anything.self)
        }
    }

    @Test func readsRowsThatShareKeys() async throws {
        let rows = (0..<2000).map { ["identifier of the order": $0, "flag": 1] }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        #expect(try await read(try encoder.encode(rows), [[String: Int]].self) == rows)
    }
}
