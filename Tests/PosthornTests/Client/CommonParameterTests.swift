import Foundation
import Posthorn
import Testing

@Suite("Common parameters")
struct CommonParameterTests {
    private struct Device: Encodable, Sendable {
        var id = "d-1"
        var since = Date(timeIntervalSince1970: 0)
    }

    private func store(_ transport: StubTransport = StubTransport()) -> Store {
        var defaults = CallOptions()
        defaults.header("X-Version", 42)
        defaults.query("day", Date(timeIntervalSince1970: 0))
        defaults.query("filter", encoding: ["a": [1, 2]])
        defaults.cookie("theme", "dark")
        defaults.body("device", Device())
        defaults.body("channel", "web")
        return Store(transport, defaults: defaults)
    }

    @Test func defaultsAddTypedHeaderQueryCookieAndBodyValues() throws {
        let request = try store().request(for: Ping { $0.body("own", 1) })
        #expect(request.header("X-Version") == ["42"])
        #expect(request.header("Cookie") == ["theme=dark"])
        #expect(request.query == "day=1970-01-01T00%3A00%3A00Z&filter%5Ba%5D=1&filter%5Ba%5D=2")
        #expect(
            request.bodyText
                == #"{"device":{"id":"d-1","since":"1970-01-01T00:00:00Z"},"channel":"web","own":1}"#
        )
    }

    @Test func commonBodyFieldsJoinAnyBodyAndOwnFieldsWin() throws {
        let form = try store().request(for: Ping { $0.form("channel", "own") })
        #expect(
            form.bodyText == "device%5Bid%5D=d-1&device%5Bsince%5D=1970-01-01T00%3A00%3A00Z"
                + "&channel=own")
        let parts = try store().request(for: Ping { $0.part("channel", "own") })
        let text = try #require(parts.bodyText)
        #expect(text.contains("name=\"device\"\r\n\r\n{\"id\":\"d-1\""))
        #expect(text.contains("name=\"channel\"\r\n\r\nown\r\n"))
        #expect(!text.contains("web"))
        let whole = try store().request(for: Ping { $0.body(["channel": "own"]) })
        #expect(
            whole.bodyText
                == #"{"device":{"id":"d-1","since":"1970-01-01T00:00:00Z"},"channel":"own"}"#)
        let own = try store().request(
            for: Ping {
                $0.serializer = lines
                $0.body(["channel": "own"])
            })
        #expect(own.bodyText == "device.id=d-1\ndevice.since=1970-01-01T00:00:00Z\nchannel=own\n")
        #expect(own.headers[.contentType] == "text/lines")
        #expect(try store().request(for: Ping { $0.method(.get, "/x") }).body == nil)
    }

    /// Parameters in the URL are joined by common `query` values only.
    @Test func commonBodyFieldsDoNotMoveIntoURL() throws {
        var defaults = CallOptions()
        defaults.query("day", 1)
        defaults.body("channel", "web")
        let store = Store(defaults: defaults)
        let get = try store.request(
            for: Ping {
                $0.method(.get, "/x")
                $0.parameters(["a": 1])
            })
        #expect(get.query == "day=1&a=1")
        #expect(get.body == nil)
        let post = try store.with { $0.parametersInURL = [.post] }
            .request(for: Ping { $0.parameters(["a": 1]) })
        #expect(post.query == "day=1&a=1")
        #expect(post.bodyText == #"{"channel":"web"}"#)
        let body = try store.request(for: Ping { $0.parameters(["a": 1]) })
        #expect(body.query == "day=1")
        #expect(body.bodyText == #"{"channel":"web","a":1}"#)
    }

    @Test func callSiteCanOmitCommonParameters() throws {
        let request = try store()
            .with {
                $0.remove(.header("x-version"))
                $0.remove(.query("filter"))
                $0.remove(.cookie("theme"))
                $0.remove(.body("device"))
            }
            .request(for: Ping { $0.query("day", 1) })
        #expect(request.header("X-Version") == [])
        #expect(request.header("Cookie") == [])
        #expect(request.query == "day=1")
        #expect(request.bodyText == #"{"channel":"web"}"#)
    }

    @Test func callSiteOverridesFormFieldsAndParts() throws {
        func sent(
            _ change: (inout CallOptions) -> Void, _ spec: @escaping Layer
        ) throws -> String? {
            try Store().with(change).request(for: Ping(spec: spec)).bodyText
        }
        let form: Layer = {
            $0.form("x", 1)
            $0.form("y", 2)
        }
        #expect(try sent({ $0.body("x", 3) }, form) == "x=3&y=2")
        #expect(try sent({ $0.remove(.body("x")) }, form) == "y=2")
        let members: Layer = { $0.form(encoding: ["x": 1, "y": 2]) }
        #expect(try sent({ $0.body("x", 3) }, members) == "y=2&x=3")
        #expect(try sent({ $0.remove(.body("x")) }, members) == "y=2")
        let parts: Layer = {
            $0.part("x", "one")
            $0.part("y", "two")
            $0.part("x", "three")
        }
        let replaced = try #require(try sent({ $0.body("x", "own") }, parts))
        #expect(replaced.contains("name=\"x\"\r\n\r\nown\r\n"))
        #expect(!replaced.contains("one") && !replaced.contains("three"))
        let left = try #require(try sent({ $0.remove(.body("x")) }, parts))
        #expect(!left.contains("name=\"x\"") && left.contains("two"))
    }

    @Test func innermostScopeReplacesArrayOfParts() throws {
        func names(_ stores: Store) throws -> [String] {
            let parts: Layer = {
                $0.part("ids", [1, 2])
                $0.part("y", "two")
            }
            let text = try #require(try stores.request(for: Ping(spec: parts)).bodyText)
            return text.matches(of: /name="(.*)"\r\n\r\n(.*)\r\n/).map { "\($0.1)=\($0.2)" }
        }
        let store = Store().with { $0.queryStyle = .brackets }
        #expect(try names(store) == ["ids[]=1", "ids[]=2", "y=two"])
        let one = store.with { $0.body("ids", [3, 4]) }
        #expect(try names(one) == ["ids[]=3", "ids[]=4", "y=two"])
        #expect(try names(one.with { $0.body("ids", [5]) }) == ["ids[]=5", "y=two"])
        #expect(try names(one.with { $0.remove(.body("ids")) }) == ["y=two"])
        #expect(try names(one.with { $0.body("ids", [Int]()) }) == ["y=two"])
    }

    @Test func omitRemovesMembersOfEncodedValues() throws {
        let store = Store().with {
            $0.remove(.query("token"))
            $0.remove(.query("b"))
            $0.query("b", 9)
        }
        let layers: [Layer] = [
            { $0.query(encoding: ["token": "canary", "a": "1", "b": "2"]) },
            { $0.parameters(["token": "canary", "a": "1", "b": "2"]) },
        ]
        for layer in layers {
            let endpoint = Ping {
                $0.method(.get, "/x")
                try layer(&$0)
            }
            #expect(try store.request(for: endpoint).query == "a=1&b=9")
        }
    }

    @Test func settingOptionAgainReplacesEarlierValueAndProvider() async throws {
        let asked = Locked(0)
        var options = CallOptions()
        options.remove(.header("X-Token"))
        for _ in 1...3 {
            options.header(
                "x-token",
                from: { () async -> String? in
                    asked.withLock { $0 += 1 }
                    return "old"
                })
            options.header("X-Token", "new")
            options.query("q", 1)
        }
        #expect("\(options)" == "CallOptions(without header X-Token, header X-Token, query q)")
        let final = options
        let request = try await Store().with { $0 = final }.preparedRequest(for: Ping())
        #expect(request.header("X-Token") == ["new"])
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func removeCommonDoesNotRemoveClientDefaults() throws {
        var store = store()
        store.spec = { $0.body("channel", "spec") }
        let request = try store.request(
            for: Ping {
                $0.removeCommon(.body("channel"))
                $0.removeCommon(.body("device"))
            })
        #expect(request.bodyText?.contains(#""channel":"web""#) == true)
        #expect(request.bodyText?.contains("d-1") == true)
    }

    @Test func providerRunsForEachCall() async throws {
        let transport = StubTransport()
        let count = Locked(0)
        let next: @Sendable () async -> Int = {
            count.withLock {
                $0 += 1; return $0
            }
        }
        let store = store(transport).with {
            $0.header("X-Count", from: next)
            $0.query("count", from: next)
            $0.body("count", from: next)
            $0.header("X-None", from: { String?.none })
            $0.cookie("visit", from: { "v-1" })
            $0.cookie("none", from: { String?.none })
        }
        try await store.send(Ping())
        try await store.send(Ping { $0.method(.post, "/again") })
        let name = try #require(HTTPField.Name("X-Count"))
        #expect(transport.requests.map { $0.headers[values: name] } == [["1"], ["4"]])
        #expect(transport.requests.map { $0.url.hasSuffix("&count=2") } == [true, false])
        let last = try await store.preparedRequest(for: Ping())
        #expect(last.header("X-Count") == ["7"])
        #expect(last.header("X-None") == [])
        #expect(last.header("Cookie") == ["theme=dark; visit=v-1"])
        #expect(last.bodyText?.hasSuffix(#""count":9}"#) == true)
        let error = #expect(throws: APIError.self) { try store.request(for: Ping()) }
        #expect(error?.message == "header X-Count has a provider, which runs when a call is made")
    }

    private struct Secret: Error { var token = "canary" }

    /// A call that the provider of a parameter makes.
    private func failing() async throws -> String? {
        try await Store(responding: .json("{}", status: .unauthorized)).send(Ping())
        return nil
    }

    @Test func failingProviderFailsTheCall() async {
        let transport = StubTransport()
        let store = store(transport).with { options in
            options.header("X-Token", from: { () async throws -> String? in throw Secret() })
        }
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.stage == .building)
        #expect(
            error?.message
                == "header X-Token could not be loaded: an error of type CommonParameterTests.Secret was thrown"
        )
        #expect(error.map { "\($0)".contains("canary") } == false)
        #expect(transport.requests.isEmpty)
        let broken = self.store().with { options in
            options.header("X-Token", from: { () async throws -> String? in try await failing() })
        }
        let behind = await #expect(throws: APIError.self) { try await broken.send(Ping()) }
        #expect(
            behind?.message
                == "header X-Token could not be loaded: \(Ping.name) failed while validating: "
                + "the server responded with 401 Unauthorized")
        let cancelled = store.with { options in
            options.remove(.header("X-Token"))
            options.body("x", from: { () async throws -> String? in throw CancellationError() })
        }
        await #expect(throws: APIError.self) { try await cancelled.send(Ping()) }
    }

    @Test func cancelledProviderCancelsTheCall() async {
        let errors: [any Error] = [
            CancellationError(), TransportError(.cancelled, "the transfer was cancelled"),
        ]
        for thrown in errors {
            let cancelled = Store().with { options in
                options.header("X-A", from: { () async throws -> String? in throw thrown })
            }
            let error = await #expect(throws: APIError.self) { try await cancelled.send(Ping()) }
            #expect(error?.code == .cancelled)
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let store = Store().with { options in
                options.header("X-A", from: { () async throws -> String? in throw Secret() })
            }
            return await #expect(throws: APIError.self) { try await store.send(Ping()) }
        }
        #expect(await task.value?.code == .cancelled)
    }

    @Test func descriptionListsOptionNamesWithoutValues() {
        var options = CallOptions()
        options.header("X-A", "canary")
        options.body("b", ["canary": 1])
        options.remove(.cookie("c"))
        options.serializer = .form
        options.parametersInURL = [.put, .get]
        #expect(
            "\(options)" == "CallOptions(serializer application/x-www-form-urlencoded, "
                + "parametersInURL GET PUT, header X-A, body b, without cookie c)")
    }
}

/// A format of a user's own, written by the library's encoder of pairs.
let lines = BodySerializer(mediaType: "text/lines") { value in
    let items = try QueryStyle(objects: .dots).items(of: value)
    return Data(items.map { "\($0.name)=\($0.value ?? "")\n" }.joined().utf8)
}
