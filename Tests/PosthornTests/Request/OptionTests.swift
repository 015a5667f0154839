import Foundation
import Testing

@testable import PosthornCore

/// Each option of a call, set by the client, by an endpoint and at the call site, and reset there.
@Suite("Options of a call")
struct OptionTests {
    /// An option, its values by layer, and the text by which a value is recognized.
    struct Option: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (inout CallOptions, Int) -> Void
        let reset: @Sendable (inout CallOptions) -> Void
        let text: @Sendable (CallOptions) -> String
        /// Whether the values of all layers apply, and not only that of the highest.
        var isList = false
        var testDescription: String { name }

        init<Value>(
            _ name: String, _ path: any WritableKeyPath<CallOptions, Value> & Sendable,
            isList: Bool = false, _ value: @escaping @Sendable (Int) -> Value,
            text: @escaping @Sendable (Value) -> String = { "\($0)" }
        ) {
            self.name = name
            self.isList = isList
            set = { $0[keyPath: path] = value($1) }
            reset = { $0.reset(path) }
            self.text = { text($0[keyPath: path]) }
        }

        static let all: [Option] = [
            Option("baseURL", \.baseURL) { try? BaseURL("https://\($0).example") },
            Option("cipher", \.cipher) {
                Marker("\($0)")
            } text: {
                $0?.name ?? ""
            },
            Option("signer", \.signer) {
                Named("\($0)")
            } text: {
                $0.name
            },
            Option("responsePolicy", \.responsePolicy) {
                Accepting("\($0)")
            } text: {
                "\($0?.mediaTypes ?? [])"
            },
            Option("metadata", \.metadata) {
                var metadata = RequestMetadata()
                metadata[Layer.self] = $0
                return metadata
            } text: {
                "\($0[Layer.self] ?? -1)"
            },
            Option("serializer", \.serializer) {
                BodySerializer(mediaType: "application/\($0)") { _ in Data() }
            } text: {
                $0?.mediaType ?? ""
            },
            Option("queryStyle", \.queryStyle) { QueryStyle(allowedCharacters: "\($0)") },
            Option("queryEncoder", \.queryEncoder) { layer in
                { _ in "\(layer)" }
            } text: {
                (try? $0?([])) ?? ""
            },
            Option("parametersInURL", \.parametersInURL) {
                [[HTTPRequest.Method.get], [.head], [.put]][$0]
            },
            Option("cacheControl", \.cacheControl) { .maxAge(.seconds($0)) },
            Option("retry", \.retry) {
                RetryRule(attempts: $0 + 2)
            } text: {
                "\(($0 as? RetryRule)?.attempts ?? 0)"
            },
            Option("hedging", \.hedging) {
                HedgingPolicy(minimumCalls: $0 + 1)
            } text: {
                "\($0?.minimumCalls ?? 0)"
            },
            Option("deadlineHeader", \.deadlineHeader) { "X-\($0)" },
            Option("middleware", \.middleware, isList: true) {
                [Named("\($0)")]
            } text: {
                $0.compactMap { ($0 as? Named)?.name }.joined()
            },
            Option("fallback", \.fallback) { _ in
                { _ in nil }
            } text: {
                "\($0 == nil)"
            },
            Option("timeouts", \.timeouts) { Timeouts(total: .seconds($0 + 1)) },
            Option("redirects", \.redirects) { .follow(limit: $0 + 1) },
            Option("sendsCookies", \.sendsCookies) { $0 % 2 == 0 },
            Option("compressesRequestBody", \.compressesRequestBody) { $0 % 2 == 0 },
            Option("priority", \.priority) {
                [.low, .normal, .high][$0]
            } text: {
                "\($0?.rawValue ?? -1)"
            },
            Option("localInterface", \.localInterface) { "eth\($0)" },
            Option("trustName", \.trustName) { "policy \($0)" },
            Option("maximumResponseBytes", \.maximumResponseBytes) { $0 },
            Option("cache", \.cache) { CachePolicy(maxAge: .seconds($0)) },
            Option("coalesces", \.coalesces) { $0 % 2 == 0 },
            Option("onProgress", \.onProgress) { _ in
                { _ in }
            } text: {
                "\($0 == nil)"
            },
            Option("timeouts.connect", \.timeouts.connect) { .seconds($0 + 1) },
            Option("timeouts.queue", \.timeouts.queue) { .seconds($0 + 1) },
            Option("timeouts.firstByte", \.timeouts.firstByte) { .seconds($0 + 1) },
            Option("timeouts.idle", \.timeouts.idle) { .seconds($0 + 1) },
            Option("timeouts.total", \.timeouts.total) { .seconds($0 + 1) },
            Option("timeouts.expectContinue", \.timeouts.expectContinue) { .seconds($0 + 1) },
            Option("transfer", \.transfer) {
                var options = TransferOptions()
                options.maximumResponseBytes = $0
                return options
            },
        ]
    }

    private enum Layer: RequestMetadata.Key { typealias Value = Int }

    /// What a call site does with an option.
    enum CallSite: CaseIterable, Sendable {
        case inherits, sets, resets, resetsAndSets, setsAndResets
    }

    private func effective(
        _ option: Option, client: Bool, endpoint: Bool, _ callSite: CallSite
    ) throws -> CallOptions {
        var builder = RequestBuilder()
        var defaults = CallOptions()
        if client { option.set(&defaults, 0) }
        try builder.apply(defaults)
        if endpoint {
            if option.isList {
                var added = CallOptions()
                option.set(&added, 1)
                try builder.apply(added)
            } else {
                option.set(&builder.options, 1)
            }
        }
        var call = CallOptions()
        switch callSite {
        case .inherits: break
        case .sets: option.set(&call, 2)
        case .resets: option.reset(&call)
        case .resetsAndSets:
            option.reset(&call)
            option.set(&call, 2)
        case .setsAndResets:
            option.set(&call, 2)
            option.reset(&call)
        }
        try builder.apply(call)
        return builder.options
    }

    @Test(arguments: Option.all, CallSite.allCases)
    func highestLayerAppliesAfterTheReset(_ option: Option, _ callSite: CallSite) throws {
        for (client, endpoint) in [(false, false), (true, false), (false, true), (true, true)] {
            var layers: [Int]
            switch callSite {
            case .inherits: layers = (client ? [0] : []) + (endpoint ? [1] : [])
            case .sets: layers = (client ? [0] : []) + (endpoint ? [1] : []) + [2]
            case .resets, .setsAndResets: layers = []
            case .resetsAndSets: layers = [2]
            }
            if !option.isList { layers = layers.suffix(1) }
            var expected = CallOptions()
            for layer in layers {
                var options = CallOptions()
                option.set(&options, layer)
                expected.merge(options)
            }
            let effective = try effective(option, client: client, endpoint: endpoint, callSite)
            #expect(option.text(effective) == option.text(expected), "\(client) \(endpoint)")
        }
    }

    @Test func tableHasEachOption() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources").standardized
        func names(_ file: String, after prefix: String = "") throws -> [String] {
            try String(contentsOf: sources.appending(path: file), encoding: .utf8)
                .split(separator: "\n")
                .filter { $0.hasPrefix("    public var ") && !$0.contains(" description") }
                .map { prefix + $0.dropFirst(15).prefix { $0 != ":" && $0 != " " } }
        }
        let declared =
            try names("PosthornCore/Requests/CallOptions.swift")
            + names("PosthornHTTP/TransferOptions.swift")
            + names("PosthornHTTP/Timeouts.swift", after: "timeouts.")
        #expect(Set(Option.all.map(\.name)) == Set(declared))
    }

    @Test func callSiteResetsWhatTheSpecNames() async throws {
        let transport = StubTransport()
        var store = Store(transport) {
            $0.cipher = .named("partner")
            $0.signer = .named("device")
            $0.responsePolicy(named: "status")
            $0.retry = RetryRule(attempts: 3)
        }
        store.ciphers["partner"] = Marker("partner")
        store.signers["device"] = Named("device")
        store.policies["status"] = Accepting("status")
        let plain = store.with {
            $0.reset(\.cipher)
            $0.reset(\.signer)
            $0.reset(\.responsePolicy)
        }
        #expect(try await plain.send(Probe([String: Int].self)) == [:])
        let sent = try #require(transport.requests.first)
        #expect(sent.header("X-Sealed") == [])
        #expect(sent.header("X-Signed") == [])
        #expect(sent.header("Accept") == ["application/json, text/json"])
    }

    @Test func resetBaseURLIsTheSpecsServer() throws {
        var store = Store()
        store.configuration.baseURL = try BaseURL("https://client.example")
        store.configuration.defaults.baseURL = try BaseURL("https://defaults.example")
        let scope = try BaseURL("https://scope.example")
        let reset = store.with { $0.baseURL = scope }
            .with { $0.reset(\.baseURL) }
        #expect(try reset.request(for: Ping()).url == "https://store.example/v1/ping")
    }
}

/// A strategy of each kind that is recognized by its name.
private struct Named: Signer, CallMiddleware {
    let name: String
    init(_ name: String) { self.name = name }

    func sign(_ request: inout TransportRequest) throws {
        request.headers[try #require(HTTPField.Name("X-Signed"))] = name
    }
    func verify(_ response: TransportResponse, to request: TransportRequest) {}

    func intercept(
        _ request: TransportRequest, next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse { try await next(request) }
}
