import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport

/// The preloaded library between this process and libcurl, which lets its functions fail.
private struct FaultyLibrary {
    typealias Arm = @convention(c) (UnsafePointer<CChar>, Int, Int32, Int) -> Void
    typealias Row =
        @convention(c) (
            Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>, UnsafeMutablePointer<Int>
        ) -> Int32
    typealias Number = @convention(c) () -> Int32

    /// Lets the call with this number of a function and option return a code.
    let arm: Arm
    /// A function and option that was called; returns how often, and 0 after the last row.
    let row: Row
    /// How many faults were injected.
    let hits: Number
    /// How many handles, URLs and lists of libcurl this process owns.
    let live: Number

    init() throws {
        func find<Function>(_ name: String, _: Function.Type) throws -> Function {
            guard let symbol = dlsym(nil, name) else { throw CocoaError(.fileNoSuchFile) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        arm = try find("fault_arm", Arm.self)
        row = try find("fault_row", Row.self)
        hits = try find("fault_hits", Number.self)
        live = try find("fault_live", Number.self)
    }

    /// The functions and options that were called, with the number of calls.
    var rows: [(name: String, option: Int, calls: Int)] {
        var rows: [(String, Int, Int)] = []
        var (name, option) = (nil as UnsafePointer<CChar>?, 0)
        while case let calls = row(Int32(rows.count), &name, &option), calls > 0, let name {
            rows.append((String(cString: name), option, Int(calls)))
        }
        return rows
    }
}

/// The codes that a function may return: 0 stands for a null pointer.
private func codes(of name: String, isFirstOption: Bool) -> [Int] {
    switch name {
    case "curl_easy_init", "curl_multi_init", "curl_slist_append", "curl_url": [0]
    // Every CURLcode of one option, and one code of the others.
    case "curl_easy_setopt", "curl_easy_getinfo": isFirstOption ? Array(1...99) : [27, 48]
    // The result of a transfer; 28 is a timeout.
    case "curl_multi_info_read": Array(1...99).filter { $0 != 28 }
    // 43 means that there is nothing to pause.
    case "curl_easy_pause": Array(1...99).filter { $0 != 28 && $0 != 43 }
    case "curl_url_set", "curl_url_get": Array(1...31)
    case "curl_multi_setopt": isFirstOption ? Array(1...13) : [3, 6]
    default: Array(1...13)
    }
}

/// Lets the functions of libcurl fail, and prints what was wrong.
///
/// A function without options, and the first option of each other one, fails with each of its codes; the other
/// options with two. The first, the second and a later call fail. Right is: each call of the session has its response
/// or a `TransportError` in time, a server without a trusted certificate never has a request, and nothing of libcurl
/// and no descriptor is left when the session has ended.
func faults() async throws {
    let library = try FaultyLibrary()
    let peer = try ScriptedServer(recording: false) { connection in
        while let request = try connection.readRequest() {
            let length = request.contains(" /large ") ? 1 << 20 : 5
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
            try connection.write([UInt8](repeating: 0x61, count: length))
        }
    }
    let front = try SecureFront(of: peer.port)
    library.arm("", 0, 0, 0)
    var outcomes = Outcomes()
    try await outcomes.run(peer, front, library, "no fault")
    // The certificate that is not trusted.
    guard outcomes.failures == 1, outcomes.wrong.isEmpty else {
        print("without a fault: \(outcomes)")
        return
    }
    let rows = library.rows
    var seen: Set<String> = []
    for (name, option, calls) in rows {
        let isFirst = seen.insert(name).inserted
        for code in codes(of: name, isFirstOption: isFirst) {
            // The first calls, and one in the middle.
            for call in Set([1, 2, max(1, calls / 2)]).sorted() where call <= calls {
                if call > 1, !isFirst || code > 2 { continue }
                library.arm(name, option, Int32(call), code)
                try await outcomes.run(
                    peer, front, library, "\(name)(\(option)) call \(call) → \(code)")
            }
        }
    }
    library.arm("", 0, 0, 0)
    print("\(seen.count) functions, \(rows.count) functions and options")
    print(
        "\(outcomes.faults) faults, \(outcomes.failures) typed errors, \(outcomes.wrong.count) wrong"
    )
    print("not reached: \(outcomes.idle.joined(separator: "; "))")
    for text in outcomes.wrong.prefix(40) { print(text) }
}

private struct Outcomes {
    var faults = 0
    var failures = 0
    var wrong: [String] = []
    /// The faults whose call did not happen again.
    var idle: [String] = []
    private var descriptors: Int?

    /// Runs a session with one call of each kind.
    mutating func run(
        _ peer: ScriptedServer, _ front: SecureFront, _ library: FaultyLibrary, _ fault: String
    )
        async throws
    {
        let (hits, live) = (library.hits(), library.live())
        let watchdog = Task {
            try await Task.sleep(for: .seconds(20))
            print("\(fault): the session does not end")
            exit(1)
        }
        defer { watchdog.cancel() }
        var results: [(kind: String, error: (any Error)?)] = []
        do {
            let session = try CurlSession()
            results = await Self.calls(session, peer)
            await session.shutdown(.drain)
            // A failure that concerns TLS is one of an option.
            if ["no fault", "curl_easy_setopt", "curl_easy_getinfo"].contains(
                where: fault.hasPrefix)
            {
                results += try await Self.secureCalls(front)
            }
        } catch {
            results = [("session", error)]
        }
        if library.hits() > hits { faults += 1 } else if fault != "no fault" { idle.append(fault) }
        for (kind, error) in results {
            guard let error else { continue }
            guard let error = error as? TransportError, error.code != .timedOut else {
                wrong.append("\(fault): \(kind) ended with \(error)")
                continue
            }
            failures += 1
        }
        if library.live() != live {
            wrong.append("\(fault): left \(library.live() - live) handles of libcurl")
        }
        let count = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // The server closes its ends a little later.
        if let descriptors, count > descriptors + 8 {
            wrong.append("\(fault): left \(count - descriptors) descriptors")
        } else if descriptors == nil {
            descriptors = count
        }
    }

    private static func calls(
        _ session: CurlSession, _ peer: ScriptedServer
    ) async -> [(String, (any Error)?)] {
        var results: [(String, (any Error)?)] = []
        func attempt(_ kind: String, _ work: () async throws -> Void) async {
            do {
                try await work()
                results.append((kind, nil))
            } catch {
                results.append((kind, error))
            }
        }
        func request(_ path: String, _ body: Data? = nil) -> TransportRequest {
            var request = TransportRequest(
                method: body == nil ? .get : .put, url: peer.url(path), body: body)
            request.timeouts.total = .seconds(2)
            return request
        }
        await attempt("get") { try expect(try await session.send(request("/")).body.count == 5) }
        await attempt("put") {
            let body = Data(repeating: 0x62, count: 100_000)
            try expect(try await session.send(request("/put", body)).body.count == 5)
        }
        await attempt("stream") {
            let stream = try await session.stream(request("/large"))
            var count = 0
            for try await piece in stream.body {
                count += piece.count
                if count == piece.count { try await Task.sleep(for: .milliseconds(1)) }
            }
            try expect(count == 1 << 20)
        }
        await attempt("task") {
            let task = session.task(for: request("/large"))
            task.resume()
            task.suspend()
            task.priority = .high
            task.resume()
            try expect(try await task.value.body.count == 1 << 20)
        }
        return results
    }

    /// Calls a server with a certificate of its own authority: a session that trusts it, and one that does not.
    private static func secureCalls(
        _ front: SecureFront
    ) async throws -> [(String, (any Error)?)] {
        var results: [(String, (any Error)?)] = []
        for isTrusted in [true, false] {
            var configuration = SessionConfiguration()
            if isTrusted {
                configuration.trust.authorities = .file(URL(filePath: front.authority))
            }
            let session = try CurlSession(configuration)
            var request = TransportRequest(url: "https://127.0.0.1:\(front.port)/")
            request.timeouts.total = .seconds(2)
            do {
                _ = try await session.send(request)
                results.append(("secure", isTrusted ? nil : WrongContent()))
            } catch {
                results.append(("secure", error))
            }
            await session.shutdown(.drain)
        }
        return results
    }

    private struct WrongContent: Error {}

    private static func expect(_ isRight: Bool) throws { if !isRight { throw WrongContent() } }
}
