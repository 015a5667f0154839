import Posthorn
import Testing

@Suite("Scoped options of with(_:)")
struct ScopeTests {
    @Test func innerScopeOverridesOnlyWhatItSets() throws {
        let outer = Store().with {
            $0.header("X-A", "outer")
            $0.header("X-B", "outer")
            $0.query("q", "outer")
            $0.timeouts.total = .seconds(5)
            $0.timeouts.connect = .seconds(1)
            $0.responsePolicy = .raw
        }
        let inner = outer.with {
            $0.header("x-a", "inner")
            $0.query("q", "inner")
            $0.timeouts.total = .seconds(7)
        }
        let request = try inner.request(for: Probe(String.self))
        #expect(request.header("X-A") == ["inner"])
        #expect(request.header("X-B") == ["outer"])
        #expect(request.query == "q=inner")
        #expect(request.timeouts == Timeouts(connect: .seconds(1), total: .seconds(7)))
        // Raw accepts everything and asks for nothing.
        #expect(request.headers[.accept] == nil)
        let before = try outer.request(for: Probe(String.self))
        #expect(before.header("X-A") == ["outer"])
        #expect(before.timeouts.total == .seconds(5))
    }

    @Test func eachTimeoutIsInheritedSeparately() throws {
        var defaults = CallOptions()
        defaults.timeouts.total = .seconds(9)
        let connect = try Store(defaults: defaults).with { $0.timeouts.connect = .seconds(1) }
            .request(for: Ping())
        #expect(connect.timeouts == Timeouts(connect: .seconds(1), total: .seconds(9)))
        let total = try Store {
            $0.timeouts = Timeouts(connect: .seconds(2), total: Timeouts.unlimited)
        }
        .with { $0.timeouts.total = .seconds(3) }.request(for: Ping())
        #expect(total.timeouts == Timeouts(connect: .seconds(2), total: .seconds(3)))
        let silence = try Store { $0.timeouts = Timeouts(idle: .seconds(2)) }
            .with {
                $0.timeouts.firstByte = .seconds(3)
                $0.timeouts.idle = Timeouts.unlimited
            }.request(for: Ping())
        #expect(silence.timeouts == Timeouts(firstByte: .seconds(3), idle: Timeouts.unlimited))
    }

    @Test func zeroTimeoutIsRefused() {
        let error = #expect(throws: APIError.self) {
            try Store().with { $0.timeouts.idle = .zero }.request(for: Ping())
        }
        #expect(
            error?.description
                == "ping failed while building: `timeouts.idle` is zero or negative; set a positive "
                + "duration, or `Timeouts.unlimited`")
    }

    @Test func innermostBaseURLIsUsed() throws {
        var store = Store()
        #expect(try store.request(for: Ping()).url == "https://store.example/v1/ping")
        store.configuration.defaults.baseURL = try BaseURL("https://a.test")
        #expect(try store.request(for: Ping()).url == "https://a.test/ping")
        store.configuration.baseURL = try BaseURL("https://b.test")
        #expect(try store.request(for: Ping()).url == "https://b.test/ping")
        let (c, d) = (try BaseURL("https://c.test/x?k=canary"), try BaseURL("https://d.test"))
        let outer = store.with { $0.baseURL = c }
        let inner = outer.with { $0.baseURL = d }.with { $0.timeouts.total = .seconds(1) }
        #expect(try outer.request(for: Ping()).url == "https://c.test/x/ping?k=canary")
        #expect(try inner.request(for: Ping()).url == "https://d.test/ping")
        var options = CallOptions()
        options.baseURL = c
        #expect(options.description == "CallOptions(baseURL https://c.test)")
        let configuration = ClientConfiguration(baseURL: c, transport: StubTransport())
        #expect(configuration.description == "https://c.test over StubTransport")
    }

    @Test func cacheControlIsInherited() throws {
        func sent(
            _ defaults: CacheControl?, _ scope: CacheControl?, _ spec: @escaping Layer = { _ in }
        ) throws -> [String] {
            var options = CallOptions()
            options.cacheControl = defaults
            return try Store(defaults: options).with { $0.cacheControl = scope }
                .request(for: Ping(spec: spec)).header("Cache-Control")
        }
        #expect(try sent(nil, nil) == [])
        #expect(try sent(.noStore, nil) == ["no-store"])
        #expect(try sent(.noStore, .maxAge(.milliseconds(1999))) == ["max-age=1"])
        #expect(try sent(.noStore, nil) { $0.cacheControl = .onlyIfCached } == ["only-if-cached"])
        #expect(try sent(.noStore, CacheControl()) == [])
        var all = CacheControl.noCache
        all.noStore = true
        all.noTransform = true
        all.maxAge = .zero
        all.maxStale = .seconds(60)
        all.minFresh = .milliseconds(1)
        #expect(
            try sent(nil, all)
                == ["no-cache, no-store, no-transform, max-age=0, max-stale=60, min-fresh=1"])
        all = CacheControl()
        all.maxAge = .seconds(-1)
        all.maxStale = .seconds(Int64.max)
        all.minFresh = .seconds(-1)
        #expect(try sent(nil, all) == ["max-age=0, max-stale, min-fresh=0"])
        #expect(try sent(.noStore, .noCache) { $0.header("Cache-Control", "x") } == ["x"])
    }

    @Test func scopedOptionsDoNotAffectTheNextCall() async throws {
        let transport = StubTransport()
        let store = Store(transport) { $0.body("channel", "web") }
        let plain = Probe([String: Int].self)
        _ = try await store.send(plain)
        _ = try await store.with {
            $0.header("X-Once", "1")
            $0.query("once", "1")
            $0.cipher = Marker("once")
            $0.timeouts.total = .seconds(1)
        }.send(
            Probe([String: Int].self) {
                $0.method(.put, "/other/{id}")
                $0.path("id", 1)
                $0.body("own", true)
                $0.query("own", 1)
                $0.header("X-Own", "1")
            })
        _ = try await store.send(plain)
        let sent = transport.requests
        #expect(sent.count == 3)
        #expect(sent[1].url == "https://store.example/v1/other/1?own=1&once=1")
        #expect(sent[2].url == sent[0].url)
        #expect(sent[2].method == sent[0].method)
        #expect(sent[2].headers == sent[0].headers)
        #expect(sent[2].body == sent[0].body)
        #expect(sent[2].timeouts == sent[0].timeouts)
    }

    @Test func nilKeepsEarlierValue() throws {
        var defaults = CallOptions()
        defaults.timeouts.total = .seconds(9)
        let store = Store(defaults: defaults) {
            $0.header("X-A", "spec")
            $0.header("X-List", ["one", "two"])
            $0.query("q", "spec")
            $0.query("list", [1, 2])
            $0.body("b", "spec")
        }.with { $0.timeouts.total = nil }
        let request = try store.request(
            for: Ping {
                $0.header("X-A", String?.none)
                $0.header("X-List", [String]?.none)
                $0.query("q", Int?.none)
                $0.query("list", [Int]?.none)
                $0.body("b", Int?.none)
            })
        #expect(request.header("X-A") == ["spec"])
        #expect(request.header("X-List") == ["one", "two"])
        #expect(request.query == "q=spec&list=1&list=2")
        #expect(request.bodyText == #"{"b":"spec"}"#)
        #expect(request.timeouts.total == .seconds(9))
    }

    @Test func emptyArrayRemovesEarlierValue() throws {
        let store = Store {
            $0.header("X-List", ["one"])
            $0.query("list", [1])
        }
        let request = try store.request(
            for: Ping {
                $0.header("X-List", [String]())
                $0.query("list", [Int]())
            })
        #expect(request.header("X-List") == [])
        #expect(request.query == "")
    }

    @Test func endpointAcceptAndContentTypeOverrideDefaults() throws {
        let request = try built(.post) {
            $0.body("a", 1)
            $0.header("Accept", "application/problem+json")
            $0.header("Content-Type", "application/merge-patch+json")
        }
        #expect(request.header("Accept") == ["application/problem+json"])
        #expect(request.header("Content-Type") == ["application/merge-patch+json"])
    }
}
