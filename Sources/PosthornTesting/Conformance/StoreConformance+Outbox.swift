import FoundationEssentials
import PosthornCore
public import PosthornStores

extension StoreConformance {
    /// The behaviours of a store of calls.
    public static let outbox: [Behaviour<any OutboxStore>] = [
        Behaviour("returns a call as it was added") { bench in
            for (id, key) in [("1", nil), ("2", "a"), ("3", "")] as [(String, String?)] {
                let added = call(id, key, request: Data([0, 0xff, 0x0a]))
                try await bench.one.add(added)
                try expect(try await bench.other.call(id), is: added, "the call")
            }
            try expect(try await bench.one.call("4"), is: nil, "an unknown call")
        },
        Behaviour("claims the oldest calls, each once") { bench in
            for id in ["1", "2", "3"] { try await bench.one.add(call(id)) }
            try expect(try await claims(bench.one, limit: 2), is: ["1", "2"], "the claims")
            try expect(try await claims(bench.other), is: ["3"], "the claims of another process")
            try expect(try await claims(bench.one), is: [], "claims of claimed calls")
        },
        Behaviour("keeps services apart") { bench in
            try await bench.one.add(call("1"))
            try expect(try await claims(bench.other, of: "OtherAPI"), is: [], "the claims")
            try expect(
                try await bench.other.outboxSummary(of: "OtherAPI"), is: OutboxSummary(),
                "the summary")
        },
        Behaviour("claims one call of a key at a time, in the order of submission") { bench in
            for (id, key) in [("1", "a"), ("2", "a"), ("3", "b"), ("4", "a")] {
                try await bench.one.add(call(id, key))
            }
            var order: [String] = []
            while let claim = try await claim(bench.one, limit: 1).first {
                order.append(claim.call.id)
                if claim.call.key == "a" {
                    let others = try await claims(bench.other)
                    try expect(others.contains { $0 != "3" }, is: false, "two claims of a key")
                    order += others
                }
                try expect(
                    try await bench.other.settle(claim, as: delivered), is: true, "the claim")
            }
            try expect(order, is: ["1", "3", "2", "4"], "the order")
        },
        Behaviour("gives each of many calls to one of many processes") { bench in
            for number in 0..<40 { try await bench.one.add(call("\(number)", "\(number % 3)")) }
            let ids = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<8 {
                    let store = number % 2 == 0 ? bench.one : bench.other
                    group.addTask {
                        var ids: [String] = []
                        for _ in 0..<20 {
                            for claim in try await claim(store, limit: 2) {
                                ids.append(claim.call.id)
                                _ = try await store.settle(claim, as: delivered)
                            }
                        }
                        return ids
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(Set(ids).count, is: ids.count, "the number of calls")
            var rest: [String] = []
            while let claim = try await claim(bench.one, limit: 1).first {
                rest.append(claim.call.id)
                _ = try await bench.one.settle(claim, as: delivered)
            }
            try expect(Set(ids + rest).count, is: 40, "the number of delivered calls")
        },
        Behaviour("lets a failed call wait until it is due") { bench in
            try await bench.one.add(call("1"))
            let first = try await theClaim(bench.one)
            let failed = OutboxOutcome.failed(reason: "503", at: start, delay: .seconds(9))
            try expect(try await bench.one.settle(first, as: failed), is: true, "the claim")
            try expect(try await claims(bench.other, at: 8.9), is: [], "a claim before its time")
            let again = try await theClaim(bench.other, at: 9)
            try expect(again.call, is: first.call.after(failed), "the call")
            try expect(again.fence > first.fence, "the numbers are \(first.fence), \(again.fence)")
        },
        Behaviour("claims a call again when its lease has passed") { bench in
            try await bench.one.add(call("1", "a"))
            let paused = try await theClaim(bench.one)
            try expect(try await claims(bench.other, at: 29), is: [], "a claim during the lease")
            let next = try await theClaim(bench.other, at: 30)
            try expect(
                try await bench.one.settle(paused, as: delivered), is: false, "a late result")
            try expect(
                try await bench.one.extend(paused, lease: .seconds(30), now: time(31)), is: false,
                "a late extension")
            try expect(try await bench.one.call("1")?.state, is: .waiting, "the state")
            try expect(try await bench.other.settle(next, as: delivered), is: true, "the result")
            try expect(try await bench.other.settle(next, as: delivered), is: false, "a second one")
        },
        Behaviour("extends a claim") { bench in
            try await bench.one.add(call("1"))
            let claim = try await theClaim(bench.one)
            try expect(
                try await bench.one.extend(claim, lease: .seconds(30), now: time(20)), is: true,
                "the claim")
            try expect(try await claims(bench.other, at: 40), is: [], "a claim during the lease")
            try expect(try await claims(bench.other, at: 50), is: ["1"], "the claims")
        },
        Behaviour("gives back a released call at once") { bench in
            try await bench.one.add(call("1"))
            let claim = try await theClaim(bench.one)
            try expect(try await bench.one.settle(claim, as: .released), is: true, "the claim")
            try expect(try await theClaim(bench.other).call, is: claim.call, "the call")
        },
        Behaviour("continues when the clock was set back by a day") { bench in
            try await bench.one.add(call("1"))
            let claim = try await theClaim(bench.one)
            _ = try await bench.one.settle(
                claim, as: .failed(reason: "", at: start, delay: .seconds(60)))
            _ = try await theClaim(bench.one, at: -86_400)
            try expect(try await claims(bench.one, at: -172_800), is: ["1"], "the claims")
        },
        Behaviour("holds a key back behind a dead letter, until it is retried or dropped") {
            bench in
            for id in ["1", "2", "3"] { try await bench.one.add(call(id, "a")) }
            _ = try await bench.one.settle(try await theClaim(bench.one), as: dead)
            try expect(try await claims(bench.one), is: [], "a call behind a dead letter")
            try expect(try await bench.other.retryCall("1", now: time(5)), is: true, "a retry")
            try expect(
                try await bench.other.retryCall("1", now: time(5)), is: false, "a second one")
            let again = try await theClaim(bench.one, at: 5)
            try expect(again.call.id + "\(again.call.failures)", is: "10", "the call")
            _ = try await bench.one.settle(again, as: dead)
            try expect(try await bench.other.dropCall("1", now: time(6)), is: true, "a drop")
            try expect(try await claims(bench.one, at: 6), is: ["2"], "the next of the key")
        },
        Behaviour("passes over a dead letter that does not block") { bench in
            for id in ["1", "2"] { try await bench.one.add(call(id, "a", blocks: false)) }
            _ = try await bench.one.settle(try await theClaim(bench.one), as: dead)
            try expect(try await claims(bench.other), is: ["2"], "the next of the key")
            try expect(
                try await bench.one.call("1"), is: call("1", "a", blocks: false).after(dead),
                "the dead letter")
        },
        Behaviour("drops no call that is claimed") { bench in
            try await bench.one.add(call("1"))
            let claim = try await theClaim(bench.one)
            try expect(try await bench.other.dropCall("1", now: start), is: false, "a drop")
            _ = try await bench.one.settle(claim, as: .released)
            try expect(try await bench.other.dropCall("1", now: start), is: true, "a drop")
            try expect(try await bench.one.call("1"), is: nil, "the call")
        },
        Behaviour("counts and lists calls by state, and removes old responses") { bench in
            for id in ["1", "2", "3", "4"] { try await bench.one.add(call(id)) }
            let claims = try await claim(bench.one, limit: 2)
            _ = try await bench.one.settle(claims[0], as: delivered)
            _ = try await bench.one.settle(claims[1], as: dead)
            let expected = OutboxSummary(waiting: 2, delivered: 1, dead: 1, oldest: start)
            try expect(
                try await bench.other.outboxSummary(of: "ShopAPI"), is: expected, "the summary")
            for (state, ids) in [(.waiting, ["3", "4"]), (.delivered, ["1"]), (.dead, ["2"])]
                as [(OutboxCall.State, [String])]
            {
                let found = try await bench.other.calls(of: nil, in: state, limit: 9)
                try expect(found.map(\.id), is: ids, "the calls \(state)")
            }
            try await bench.one.removeDeliveredCalls(of: "ShopAPI", before: start)
            try expect(try await bench.one.call("1")?.response, is: Data("ok".utf8), "the response")
            try await bench.one.removeDeliveredCalls(of: "ShopAPI", before: time(1))
            try expect(try await bench.one.call("1"), is: nil, "the old call")
            try expect(try await bench.one.call("2")?.state, is: .dead, "the dead letter")
        },
    ]

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let delivered = OutboxOutcome.delivered(response: Data("ok".utf8), at: start)
    private static let dead = OutboxOutcome.dead(
        reason: "400", response: Data("no".utf8), at: start)

    private static func time(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private static func call(
        _ id: String, _ key: String? = nil, blocks: Bool = true, request: Data = Data("r".utf8)
    ) -> OutboxCall {
        OutboxCall(
            id: id, service: "ShopAPI", endpoint: "createOrder", key: key, blocksKey: blocks,
            submitted: start, request: request)
    }

    private static func claim(
        _ store: any OutboxStore, of service: String = "ShopAPI", limit: Int = 9,
        at seconds: Double = 0
    ) async throws -> [OutboxClaim] {
        try await store.claimCalls(
            for: service, limit: limit, lease: .seconds(30), now: time(seconds))
    }

    private static func claims(
        _ store: any OutboxStore, of service: String = "ShopAPI", limit: Int = 9,
        at seconds: Double = 0
    ) async throws -> [String] {
        try await claim(store, of: service, limit: limit, at: seconds).map(\.call.id)
    }

    private static func theClaim(
        _ store: any OutboxStore, at seconds: Double = 0
    ) async throws -> OutboxClaim {
        let claims = try await claim(store, at: seconds)
        try expect(claims.count, is: 1, "the number of claims")
        return claims[0]
    }
}
