import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// A stub that serves all endpoints of a service with the examples of its spec.
@Suite("Examples in stubs", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ExamplesTests {
    private let api = ExamplesAPI(
        ClientConfiguration(
            baseURL: try? BaseURL("https://api.example.com"),
            transport: StubTransport.examples(of: ExamplesAPI.self)))

    @Test("Each endpoint has a response that its call reads")
    func servesAll() async throws {
        let order = try await api.get(id: "x")
        #expect(order.id == 7 && order.paid && order.total == 5)
        #expect(order.note == "say \"hi\"")
        #expect(order.placed == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(try await api.list().map(\.lines.first?.sku) == ["tea"])
        #expect(try await api.list()[0].lines[0].quantity == 3)
        try await api.remove(id: "x")
        #expect(try await api.text() == "plain")
        guard case .created(let saved, let location) = try await api.save() else {
            Issue.record("not created")
            return
        }
        #expect(saved.id == 1 && location.absoluteString == "https://example.com/")
        let head = try await api.head()
        #expect(head.count == 1 && head.note == nil)
        guard case .card(let card) = head.value else {
            Issue.record("no card")
            return
        }
        #expect(card.last4 == "0042")
        var bytes = Data()
        for try await piece in try await api.bytes() { bytes += piece }
        #expect(bytes == Data("bytes".utf8))
        var ids: [Int] = []
        for try await order in try await api.events() { ids.append(order.id) }
        #expect(ids == [1])
        var lines: [Int] = []
        for try await line in try await api.lines() { lines.append(line) }
        #expect(lines == [1, 2])
        guard case .bank(let bank) = try await api.pay() else {
            Issue.record("no bank")
            return
        }
        #expect(bank.iban == "007")
        #expect(try await api.tree().name == "text")
        let forms = try await api.forms()
        #expect(forms.level == .low && forms.word == .on && forms.flag && forms.name == "text")
        #expect(forms.pair == ExamplesPair(first: 1, second: "text"))
        #expect(forms.map.isEmpty && forms.any.isNull)
    }

    @Test("A rule comes before the examples, and a sealed call is refused")
    func rules() async throws {
        let stub = StubTransport.examples(
            of: ExamplesAPI.self, .on(ExamplesAPI.Text.self, times: 1) { _ in "mine" })
        let api = api.over(stub)
        #expect(try await api.text() == "mine")
        #expect(try await api.text() == "plain")
        struct Sealing: PayloadCipher {
            let name = "sealing"
            func seal(_ request: inout TransportRequest) {}
            func open(_ response: inout TransportResponse, to request: TransportRequest) {}
        }
        let error = await #expect(throws: APIError.self) {
            try await api.with { $0.cipher = Sealing() }.text()
        }
        #expect(error?.code == .stubFailed)
    }
}
