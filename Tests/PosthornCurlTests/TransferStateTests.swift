import Foundation
import PosthornHTTP
import TestSupport
import Testing

@testable import PosthornCurl

/// The states of a transfer as plain values, without a session.
@Suite("States of a transfer", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TransferStateTests {
    /// Each line is a phase and the phases that may follow; all other changes are refused.
    private static let table: [(TransferPhase, [TransferPhase])] = [
        (.ready, [.suspended, .waitingForAdmission, .waitingForAuthorities, .connecting, .ended]),
        (.suspended, [.ready, .ended]),
        (.waitingForAdmission, [.ready, .suspended, .ended]),
        (.waitingForAuthorities, [.ready, .ended]),
        (
            .connecting,
            [
                .tryingAddresses, .exchanging, .waitingForDecision, .waitingToRepeat, .ready,
                .suspended, .ended,
            ]
        ),
        (
            .tryingAddresses,
            [.exchanging, .waitingForDecision, .waitingToRepeat, .ready, .suspended, .ended]
        ),
        (.exchanging, [.waitingForDecision, .waitingToRepeat, .ready, .ended]),
        (.waitingForDecision, [.ready, .ended]),
        (.waitingToRepeat, [.ready, .ended]),
        (.ended, []),
    ]

    @Test func phasesFollowTheTable() {
        #expect(Self.table.map(\.0) == TransferPhase.allCases)
        for (phase, successors) in Self.table {
            for next in TransferPhase.allCases {
                #expect(
                    phase.successors.contains(next) == successors.contains(next),
                    "\(phase) → \(next)")
            }
        }
    }

    @Test func refusedChangeStopsADebugBuild() async {
        await #expect(processExitsWith: .failure) {
            var phase = TransferPhase.ended
            phase.enter(.ready)
        }
    }

    @Test func diagramShowsThePhases() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Documentation/SessionLoop.md")
        let lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var shown: Set<String> = []
        for line in lines where line.contains(" --> ") {
            let ends = line.components(separatedBy: " --> ")
            if !ends.contains("[*]") { shown.insert("\(ends[0]) → \(ends[1])") }
        }
        let known = TransferPhase.allCases.flatMap { phase in
            phase.successors.map { "\(phase) → \($0)" }
        }
        #expect(shown == Set(known))
        #expect(lines.contains("[*] --> ready") && lines.contains("ended --> [*]"))
    }

    /// A step of a transfer's flow, and what is true afterwards: `s` counts silence, `p` reading is paused,
    /// `r` the reader is slow, `e` the source is empty.
    private enum Step {
        case offered(Bool), asked(Bool), ready, resumed, restarted, uploadEnded, suspended(Bool)
        case received(Int, iteration: Int, pauses: Bool)
    }

    @Test func flowFollowsItsSteps() {
        let table: [([Step], String)] = [
            ([], "s"),
            ([.offered(true)], "s"),
            ([.offered(false)], "pr"),
            ([.offered(false), .ready], "sp"),
            ([.offered(false), .ready, .resumed], "s"),
            ([.offered(false), .resumed, .offered(true)], "s"),
            ([.asked(false)], "e"),
            ([.asked(false), .uploadEnded], "s"), ([.offered(false), .uploadEnded], "pr"),
            // A direction does not change the other one.
            ([.asked(false), .offered(true)], "e"),
            ([.offered(false), .asked(true)], "pr"),
            ([.offered(false), .asked(false)], "pre"),
            ([.offered(false), .asked(false), .ready], "sp"),
            ([.offered(false), .asked(false), .restarted], "s"),
            ([.suspended(true), .asked(false), .restarted], ""),
            ([.asked(false), .asked(true)], "s"),
            ([.suspended(true)], ""),
            ([.suspended(true), .suspended(false)], "s"),
            ([.received(60, iteration: 1, pauses: false)], "s"),
            (
                [
                    .received(60, iteration: 1, pauses: false),
                    .received(40, iteration: 1, pauses: true),
                ], "sp"
            ),
            (
                [
                    .received(60, iteration: 1, pauses: false),
                    .received(60, iteration: 2, pauses: false),
                ], "s"
            ),
            ([.received(100, iteration: 1, pauses: true), .resumed], "s"),
            // After a pause, the share begins anew.
            (
                [
                    .received(100, iteration: 1, pauses: true),
                    .received(60, iteration: 1, pauses: false),
                ], "sp"
            ),
        ]
        for (steps, expected) in table {
            var flow = FlowControl()
            for step in steps {
                switch step {
                case .offered(let isTaken): flow.offered(isTaken: isTaken)
                case .asked(let hasBytes): flow.asked(hasBytes: hasBytes)
                case .ready: flow.callerIsReady()
                case .resumed: flow.resumed()
                case .restarted: flow.restart()
                case .uploadEnded: flow.uploadEnded()
                case .suspended(let isSuspended): flow.isSuspended = isSuspended
                case .received(let count, let iteration, let pauses):
                    #expect(
                        flow.received(count, inIteration: iteration, largestShare: 100) == pauses)
                }
            }
            let state =
                (flow.countsSilence ? "s" : "") + (flow.isReceivingPaused ? "p" : "")
                + (flow.isReaderSlow ? "r" : "") + (flow.isSourceEmpty ? "e" : "")
            #expect(state == expected, "\(steps)")
        }
    }

    /// Each line is a stage of a search for addresses, a step, and the next stage; `nil` if it is refused.
    @Test func searchFollowsItsStages() throws {
        typealias Stage = AddressSearch.Stage
        let (first, second) = (try Self.address(1), try Self.address(2))
        let table: [(Stage, (inout Stage) -> Bool, Stage?)] = [
            (.new, { $0.begin() }, .waiting), (.waiting, { $0.begin() }, nil),
            (.trying([first]), { $0.begin() }, nil), (.over, { $0.begin() }, nil),
            (.new, { $0.found([first]) }, nil),
            (.waiting, { $0.found([first]) }, .trying([first])),
            (.waiting, { $0.found([]) }, .trying([])),
            (.trying([]), { $0.found([first]) }, nil), (.over, { $0.found([first]) }, nil),
            (.new, { $0.next() != nil }, nil), (.waiting, { $0.next() != nil }, nil),
            (.trying([first, second]), { $0.next() == first }, .trying([second])),
            (.trying([first]), { $0.next() == first }, .trying([])),
            (.trying([]), { $0.next() != nil }, nil), (.over, { $0.next() != nil }, nil),
        ]
        for (index, (start, step, end)) in table.enumerated() {
            var stage = start
            #expect(step(&stage) == (end != nil), "row \(index)")
            #expect(stage == end ?? start, "row \(index)")
            #expect(stage.hasNext == (stage == .trying([first]) || stage == .trying([second])))
        }
    }

    private static func address(_ port: UInt16) throws -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return try #require(
            withUnsafeBytes(of: &address) { $0.baseAddress.flatMap(SocketAddress.init) })
    }

    /// Each line: the first-byte and idle timeouts, the times of the last activity, of the last complete poll and
    /// of the check, whether a head has arrived (`h`) and silence counts (`c`), and the finding; all in
    /// milliseconds.
    @Test func silenceIsDecidedByACompletePoll() {
        typealias Expected = SilenceTimer.Finding
        let start = LoopInstant.now
        func at(_ milliseconds: Int) -> LoopInstant { start + .milliseconds(milliseconds) }
        func wait(_ time: Int) -> Expected { .waiting(until: at(time)) }
        let (late, silent) = (
            Expected.noFirstByte(within: .milliseconds(50)), Expected.idle(for: .milliseconds(80))
        )
        let hour = 3_600_000
        let table: [(Int?, Int?, active: Int, poll: Int, now: Int, String, Expected)] = [
            (nil, nil, 0, 9, 10, "c", wait(10 + hour)),
            (50, nil, 0, 9, 10, "c", wait(50)), (nil, 80, 0, 9, 10, "c", wait(80)),
            (50, 80, 0, 9, 10, "c", wait(50)), (50, 80, 0, 9, 10, "hc", wait(80)),
            (50, nil, 0, 9, 10, "hc", wait(10 + hour)),
            // Over: a poll has to follow the timeout.
            (50, 80, 0, 49, 60, "c", wait(61)), (50, 80, 0, 50, 60, "c", late),
            (50, 80, 0, 60, 60, "hc", wait(80)),
            (50, 80, 0, 79, 90, "hc", wait(91)), (50, 80, 0, 80, 90, "hc", silent),
            (50, 80, 0, 90, 90, "c", late), (nil, 80, 0, 90, 90, "c", silent),
            // A later activity begins anew.
            (50, 80, 40, 90, 90, "c", late), (50, 80, 41, 90, 90, "c", wait(91)),
            // Before the request is sent, and while it is paused, nothing is over.
            (50, 80, 0, 200, 200, "", wait(250)), (50, 80, 0, 200, 200, "h", wait(280)),
        ]
        for (firstByte, idle, active, poll, now, flags, expected) in table {
            var timeouts = Timeouts()
            timeouts.firstByte = firstByte.map { .milliseconds($0) }
            timeouts.idle = idle.map { .milliseconds($0) }
            let limits = timeouts.limits(for: nil)
            var timer = SilenceTimer(limits, start)
            #expect(timer.isLimited == (firstByte != nil || idle != nil))
            timer.lastActivity = at(active)
            let found = timer.check(
                limits, at: at(now), hasHead: flags.contains("h"),
                isCounting: flags.contains("c"), lastCompletePoll: at(poll))
            #expect(found == expected, "\(firstByte ?? 0) \(idle ?? 0) \(active) \(poll) \(now)")
        }
    }

    @Test func refusalIsReadFromTheLogAndTheConnection() {
        let stream = "Using Stream ID: 5 (easy handle 0x1)"
        let refused = "REFUSED_STREAM, retrying a fresh connect"
        // Lines of the log, the last stream of a GOAWAY, whether the request is repeatable and libcurl reports
        // an HTTP/2 error, and whether the request was refused.
        let table: [(lines: [String], goAway: UInt32?, acceptsUnknown: Bool, isRefused: Bool)] = [
            ([], nil, false, false),
            ([stream], nil, true, false),
            ([stream, refused], nil, false, true),
            ([stream], 5, false, false),
            ([stream], 3, false, true),
            ([stream], 0, false, true),
            ([], 3, false, false),
            ([], 3, true, true),
            ([], 0, false, true),
        ]
        for row in table {
            var http2 = HTTP2Observations()
            let connection = Connection(-1)
            connection.usesHTTP2 = true
            http2.begin(connection)
            for line in row.lines {
                var line = line
                line.withUTF8 { http2.read(UnsafeRawBufferPointer($0)) }
            }
            if let last = row.goAway { connection.goAway = (last, HTTP2Code(number: 0)) }
            #expect(
                http2.isRefused(acceptsUnknownStream: row.acceptsUnknown) == row.isRefused,
                "\(row)")
        }
    }

    /// After a refusal on a reused connection, libcurl may report it again for the next attempt.
    @Test func oldRefusalDoesNotCount() {
        for (isReused, isRefused) in [(true, false), (false, true)] {
            var http2 = HTTP2Observations()
            let connection = Connection(-1)
            connection.usesHTTP2 = true
            http2.begin(connection)
            http2.noteRetry(isReused: isReused)
            http2.begin(connection)
            var line = "REFUSED_STREAM, retrying a fresh connect"
            line.withUTF8 { http2.read(UnsafeRawBufferPointer($0)) }
            #expect(http2.isRefused(acceptsUnknownStream: false) == isRefused)
        }
    }
}
