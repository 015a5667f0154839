import Foundation
import PosthornStores
import TestSupport
import Testing

@testable import PosthornResilience

/// Simulations of many processes that share a rate, with the product's own rules and a seeded generator.
///
/// `make fleet` simulates up to 1,000 processes, prints the figures, and draws the plot of Documentation/FleetFailures.md.
@Suite("Fleet simulation", .timeLimit(.minutes(4 * slowness)), .oneIssueAtLimit)
struct FleetSimulationTests {
    private static let isComplete = ProcessInfo.processInfo.environment["POSTHORN_FLEET"] == "1"

    /// A hundred processes: requests to the store and to the origin, and the share of refused calls.
    @Test(arguments: zip(FleetSimulation.Design.allCases, FleetSimulation.expected))
    func hundredProcesses(_ design: FleetSimulation.Design, _ expected: FleetSimulation.Result) {
        var fleet = FleetSimulation(design, processes: 100, seconds: 4, seed: 5)
        let result = fleet.run()
        #expect(result == expected)
        // No design exceeds the rate, which has a burst of a tenth of a second.
        #expect(result.origin <= 4 * 1_500 + 150)
    }

    /// All sizes; it takes a minute in a debug build.
    @Test(.enabled(if: isComplete)) func thousandProcesses() throws {
        let sizes = [1, 3, 10, 30, 100, 300, 1_000]
        var lines: [Plot.Line] = []
        for design in FleetSimulation.Design.allCases {
            var points: [(x: Double, y: Double)] = []
            for size in sizes {
                var fleet = FleetSimulation(design, processes: size, seconds: 10, seed: 5)
                let result = fleet.run()
                points.append((log10(Double(size)), Double(result.store) / 10))
                print(
                    "\(design.rawValue), \(size) processes: \(result.store / 10) requests/s to the store,",
                    "\(result.origin / 10) of \(15 * size) calls/s to the origin,",
                    "\(result.milliseconds) ms in 99 % of the calls, \(result.refused) refused")
            }
            lines.append(.init(name: design.rawValue, color: design.color, points: points))
        }
        let plot = Plot(
            title: "Requests to the store of processes that share a rate",
            xLabel: "processes; each wants 12 calls per second on average",
            yLabel: "requests to the store per second",
            xTicks: [(0, "1"), (1, "10"), (2, "100"), (3, "1,000")],
            yTicks: [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000], lines: lines)
        #expect(try plot.isStored(as: "Fleet"), "record it again: make fleet")
    }
}

/// Processes with calls at random times that share a rate, on a simulated clock.
///
/// A tenth of the processes makes half of the calls. The rate is 15 calls a second and process, and each process wants 12
/// on average. The store serves one request at a time.
struct FleetSimulation {
    typealias Instant = ContinuousClock.Instant

    /// What processes ask the store for.
    enum Design: String, CaseIterable {
        case alone = "no store"
        case eachCall = "one request per call"
        case batches = "batches of 100 ms"
        case leases = "leases of 1 s"

        var color: String {
            switch self {
            case .alone: "#57606a"
            case .eachCall: "#cf222e"
            case .batches: "#0969da"
            case .leases: "#1a7f37"
            }
        }

        var round: Duration {
            switch self {
            case .alone, .eachCall: .zero
            case .batches: SharedCalls.round
            case .leases: .seconds(1)
            }
        }
    }

    /// What the processes did together.
    struct Result: Equatable {
        /// The number of requests to the store, and of calls to the origin.
        var store = 0
        var origin = 0
        /// The number of calls that would have had to wait for longer than a second.
        var refused = 0
        /// How long 99 % of the calls waited at most.
        var milliseconds = 0
    }

    private enum Event {
        /// A call of a process.
        case call(Int)
        /// The time for a request of a process.
        case request(Int)
        /// The response to a request of a process.
        case response(Int, RateGrant, asked: Duration)
    }

    private struct Process {
        var batch: CallBatch<Instant>
        /// The process's own share of the rate, without a store.
        var book = RateBook()
        let pause: Double
    }

    private let design: Design
    private let rate: SharedRate
    private let start = ContinuousClock.now
    private let end: Duration
    private var generator: SeededGenerator
    private var processes: [Process]
    private var book = RateBook()
    /// When the store has served all requests so far.
    private var served = Duration.zero
    private var events = EventQueue<Event>()
    private var waits: [Duration] = []
    private var result = Result()

    /// The longest time that a call waits.
    private static let limit = Duration.seconds(1)
    /// The processor time of the store for a request.
    private static let service = Duration.microseconds(30)
    /// Round trips to a server of Redis that were measured over loopback with one request at a time, by percentile:
    /// a busy machine with two cores, 2026-11-30.
    private static let roundTrips: [(share: Double, microseconds: Int)] = [
        (0.75, 30), (0.9, 33), (0.99, 1_733), (1, 5_045),
    ]

    init(_ design: Design, processes count: Int, seconds: Int, seed: UInt64) {
        self.design = design
        end = .seconds(seconds)
        generator = SeededGenerator(seed: seed)
        let interval = Duration.seconds(1) / (15 * count)
        let rate = SharedRate(interval: interval, burst: max(1, 15 * count / 10))
        self.rate = rate
        let busy = max(1, count / 10)
        processes = (0..<count).map { number in
            let calls = 6.0 * Double(count) / Double(number < busy ? busy : max(1, count - busy))
            return Process(
                batch: CallBatch(rate, round: design.round),
                pause: 1 / (count == 1 ? 12 : calls))
        }
    }

    /// Runs the simulation to its end.
    mutating func run() -> Result {
        for number in processes.indices { planCall(of: number, after: .zero) }
        while let (time, event) = events.next(), time < end {
            switch event {
            case .call(let number):
                planCall(of: number, after: time)
                call(of: number, at: time)
            case .request(let number): request(of: number, at: time)
            case .response(let number, let grant, let asked):
                receive(grant, number, asked: asked, at: time)
            }
        }
        waits.sort()
        if !waits.isEmpty {
            result.milliseconds = Int(waits[waits.count * 99 / 100] / .milliseconds(1))
        }
        return result
    }

    private mutating func planCall(of number: Int, after time: Duration) {
        let share = Double.random(in: 0..<1, using: &generator)
        let pause = -log(1 - share) * processes[number].pause
        events.add(.call(number), at: time + .microseconds(Int(pause * 1_000_000)))
    }

    private mutating func call(of number: Int, at time: Duration) {
        switch design {
        case .alone:
            let share = SharedRate(interval: .seconds(1) / 15, burst: 2)
            let grant = processes[number].book.take(1, at: share, within: Self.limit, now: time)
            finish(grant.delays.first, at: time, since: time)
        case .eachCall: ask(1, number, at: time)
        case .batches, .leases:
            let (outcomes, asks) = processes[number].batch.add(
                start + time, within: Self.limit, at: start + time)
            finish(outcomes, at: time)
            if asks {
                events.add(
                    .request(number), at: time + processes[number].batch.delay(at: start + time))
            }
        }
    }

    private mutating func request(of number: Int, at time: Duration) {
        ask(processes[number].batch.beginRequest(at: start + time), number, at: time)
    }

    /// Sends a request to the store.
    private mutating func ask(_ count: Int, _ number: Int, at time: Duration) {
        result.store += 1
        let share = Double.random(in: 0..<1, using: &generator)
        let trip = Self.roundTrips.first { share < $0.share }?.microseconds ?? 0
        served = max(served, time) + Self.service
        let grant = book.take(count, at: rate, within: Self.limit, now: served)
        events.add(
            .response(number, grant, asked: time), at: served + .microseconds(trip) - Self.service)
    }

    private mutating func receive(
        _ grant: RateGrant, _ number: Int, asked: Duration, at time: Duration
    ) {
        guard design != .eachCall else {
            return finish(grant.delays.first, at: time, since: asked)
        }
        let (outcomes, isDone) = processes[number].batch.receive(.success(grant), at: start + time)
        finish(outcomes, at: time)
        if !isDone {
            events.add(
                .request(number), at: time + processes[number].batch.delay(at: start + time))
        }
    }

    private mutating func finish(
        _ outcomes: [(Instant, CallBatch<Instant>.Outcome)], at time: Duration
    ) {
        for (call, outcome) in outcomes {
            switch outcome {
            case .send(let moment):
                finish(max(.zero, moment - start - time), at: time, since: call - start)
            case .refuse, .unavailable: finish(nil, at: time, since: call - start)
            }
        }
    }

    /// Counts a call that is sent after a delay, or refused.
    private mutating func finish(_ delay: Duration?, at time: Duration, since call: Duration) {
        guard let delay else {
            result.refused += 1
            return
        }
        waits.append(time + delay - call)
        if time + delay < end { result.origin += 1 }
    }

    /// The results for a hundred processes and four seconds.
    static let expected: [Result] = [
        Result(origin: 2_948, refused: 1_672, milliseconds: 999),
        Result(store: 4_861, origin: 4_861, milliseconds: 5),
        Result(store: 2_277, origin: 4_748, milliseconds: 97),
        Result(store: 397, origin: 3_994, milliseconds: 1_403),
    ]
}

/// Events in the order of their times, and of their addition at the same time.
private struct EventQueue<Event> {
    private var heap: [(time: Duration, number: Int, event: Event)] = []
    private var count = 0

    mutating func add(_ event: Event, at time: Duration) {
        heap.append((time, count, event))
        count += 1
        var child = heap.count - 1
        while child > 0, isEarlier(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (Duration, Event)? {
        guard let first = heap.first else { return nil }
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { isEarlier($0, $1) }), isEarlier(least, parent)
            else { break }
            heap.swapAt(least, parent)
            parent = least
        }
        return (first.time, first.event)
    }

    private func isEarlier(_ one: Int, _ other: Int) -> Bool {
        (heap[one].time, heap[one].number) < (heap[other].time, heap[other].number)
    }
}
