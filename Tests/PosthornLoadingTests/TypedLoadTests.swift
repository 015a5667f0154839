import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import Shop
import TestSupport
import Testing

@testable import PosthornLoading

@Suite("Typed calls that share an exchange", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TypedLoadTests {
    private static let product =
        #"{"code":0,"message":"ok","data":{"sku":"a","name":"Tea","price":1,"stock":2,"attributes":{}}}"#

    private func shop(_ transport: any Transport) -> ShopAPI {
        ShopAPI(
            ClientConfiguration(
                baseURL: try? BaseURL("https://shop.example/v1"), transport: transport),
            common: .init(deviceID: "test", channel: .web), ciphers: .init(partner: .plaintext))
    }

    @Test
    func tenEqualTypedCallsSendOneRequest() async throws {
        let gate = Gate()
        let stub = StubTransport([.on(.get, "*", response: .json(Self.product).held(by: gate))])
        let transport = CoalescingTransport(stub)
        let shop = shop(transport).with { $0.coalesces = true }
        let calls = (0..<10).map { _ in Task { try await shop.getProduct(sku: "a") } }
        try await until { transport.exchanges.shareCount == 10 }
        gate.open()
        for call in calls { #expect(try await call.value.name == "Tea") }
        #expect(stub.requests(to: ShopAPI.GetProduct.self).count == 1)
    }

    @Test
    func documentedFailureReachesEachCaller() async throws {
        let problem = #"{"code":1004,"message":"no such product"}"#
        let stub = StubTransport([.on(.get, "*", response: .json(problem, status: .notFound))])
        let shop = shop(stub)
        let loader = Loader { (sku: String) in shop.task(for: ShopAPI.GetProduct(sku: sku)) }
        for handle in [loader.load("a"), loader.load("a")] {
            let error = await #expect(throws: ShopAPI.GetProduct.Failure.self) {
                try await handle.value
            }
            guard case .notFound(let failure) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(failure.message == "no such product")
        }
    }

    @Test
    func prefetchHasALowPriorityUntilACallerJoins() async throws {
        let gate = Gate()
        let stub = StubTransport([.on(.get, "*", response: .json(Self.product).held(by: gate))])
        let shop = shop(stub)
        let calls = Locked<[any CallControl]>([])
        let loader = Loader { (sku: String) in
            let call = shop.task(for: ShopAPI.GetProduct(sku: sku))
            calls.withLock { $0.append(call.control) }
            return call
        }
        loader.prefetch(["a"])
        let call = try #require(calls.withLock { $0.last })
        #expect(call.requestedPriority == .low)
        let handle = loader.load("a")
        #expect(call.requestedPriority == nil)
        gate.open()
        #expect(try await handle.value.name == "Tea")
    }

    @Test
    func lateHandleGetsTheProgressSoFar() async throws {
        let gate = Gate()
        let half = String(repeating: "a", count: 100_000)
        let server = try ScriptedServer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n\(half)")
                gate.wait()
                try connection.write(half)
            }
        }
        try await CurlSession.withSession { session in
            let loader = Loader { (path: String) in
                CallTask(TransportRequest(url: server.url(path)), over: session).map(\.body.count)
            }
            let early = loader.load("/file")
            try await until { early.progress.received > 0 }
            let late = loader.load("/file")
            #expect(late.progress.received > 0)
            var updates = late.progressUpdates.makeAsyncIterator()
            #expect(try #require(await updates.next()).received > 0)
            gate.open()
            #expect(try await late.value == 200_000)
            #expect(early.progress.received == 200_000)
        }
    }

    @Test
    func callHasThePriorityOfItsMostUrgentHandle() async throws {
        let gate = Gate()
        let server = try ScriptedServer.serving([
            .on(.get, "*") { _ in
                gate.wait()
                return .text("a")
            }
        ])
        try await CurlSession.withSession { session in
            let handles = Locked<[CallTask<TransportResponse, TransportError>]>([])
            let loader = Loader { (path: String) in
                let handle = CallTask(TransportRequest(url: server.url(path)), over: session)
                handles.withLock { $0.append(handle) }
                return handle
            }
            var priority: TransferOptions.Priority? { handles.withLock { $0.first?.priority } }
            let first = loader.load("/a")
            #expect(priority == nil)
            let urgent = loader.load("/a", priority: .high)
            #expect(priority == .high)
            first.priority = .low
            #expect(priority == .high)
            urgent.cancel()
            #expect(priority == .low)
            gate.open()
            _ = try await first.value
            #expect(handles.withLock { $0.count } == 1)
        }
    }

    @Test
    func mappedHandleControlsTheSameCall() async throws {
        let stub = StubTransport([
            .on(.get, "*", response: StubResponse.json(Self.product).held(by: Gate()))
        ])
        let call = shop(stub).task(for: ShopAPI.GetProduct(sku: "a"))
        let mapped = call.map(\.name)
        mapped.suspend()
        mapped.resume()
        try await until { stub.requests.count == 1 }
        mapped.cancel(reason: "not needed")
        await #expect(throws: ShopAPI.GetProduct.Failure.self) { try await mapped.value }
        await #expect(throws: ShopAPI.GetProduct.Failure.self) { try await call.value }
    }

    @Test
    func errorOfTheTransformationIsThatOfTheMappedHandle() async throws {
        struct Unusable: Error {}
        let stub = StubTransport([.on(.get, "*", response: .json(Self.product))])
        let call = shop(stub).task(for: ShopAPI.GetProduct(sku: "a"))
        let mapped = call.map { _ -> Int in throw Unusable() }
        await #expect(throws: Unusable.self) { try await mapped.value }
        #expect(try await call.value.name == "Tea")
        #expect(stub.requests.count == 1)
    }
}
