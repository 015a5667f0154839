// A process of its own for what can only be seen from outside or counted alone: what a session takes
// from its environment, what many calls leave behind, and what a file looks like when its writer is
// killed.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.first {
    case "get" where arguments.count == 3:
        try await get(arguments[1], authority: arguments[2])
    case "proxied" where arguments.count == 4:
        try await get(Array(arguments[2...]), proxy: Int(arguments[1]) ?? 0)
    case "environment" where arguments.count == 2:
        try await environment(arguments[1])
    case "load" where arguments.count == 2:
        try await load(calls: Int(arguments[1]) ?? 1000)
    case "cookies" where arguments.count == 2 || arguments.count == 3:
        try saveCookies(
            to: arguments[1], fileLimit: arguments.count == 3 ? UInt(arguments[2]) : nil)
    case "cache" where arguments.count == 4:
        try await cache(arguments[1], in: arguments[2], fileLimit: UInt(arguments[3]) ?? 0)
    case "start-export" where arguments.count == 2:
        try await startExport(arguments[1])
    case "continue-export" where arguments.count == 3:
        try await continueExport(arguments[1], token: arguments[2])
    case "call" where arguments.count == 2:
        try await call(arguments[1])
    case "late" where arguments.count == 3:
        try await late(arguments[1], milliseconds: Int(arguments[2]) ?? 1000)
    case "again" where arguments.count == 2:
        try await again(arguments[1])
    case "rate" where arguments.count == 4 || arguments.count == 5:
        try await rate(
            arguments[1], calls: Int(arguments[2]) ?? 10_000, concurrency: Int(arguments[3]) ?? 64,
            authority: arguments.count == 5 ? arguments[4] : nil)
    case "deaths" where arguments.count == 2:
        try await deaths(Int(arguments[1]) ?? 1000)
    case "cancels" where arguments.count == 2:
        try await cancels(Int(arguments[1]) ?? 900)
    case "bombs" where arguments.count == 1:
        try bombs()
    case "bomb" where arguments.count == 3:
        try await bomb(arguments[1], port: Int(arguments[2]) ?? 0)
    case "bomb-peer" where arguments.count == 1:
        try bombPeer()
    case "faults" where arguments.count == 1:
        try await faults()
    case "deadlines" where arguments.count == 2:
        try await deadlines(Int(arguments[1]) ?? 200)
    case "waits" where arguments.count == 2:
        try await waits(Int(arguments[1]) ?? 200)
    case "stalls" where arguments.count == 2:
        try await stalls(seconds: Int(arguments[1]) ?? 10)
    case "soak" where arguments.count == 3:
        try await soak(Soak.Length(arguments[1], arguments[2]))
    case "outage" where arguments.count == 3:
        try await outage(
            calls: Int(arguments[1]) ?? 10_000, usesBudget: arguments[2] == "budget")
    case "outage-peer" where arguments.count == 3:
        try outagePeer(arguments[1], log: arguments[2])
    case "soak-peer" where arguments.count == 1:
        try soakPeer()
    case "lines" where arguments.count == 2:
        try await lines(bytes: Int(arguments[1]) ?? 1 << 30)
    case "path" where arguments.count == 1:
        try await path()
    case "roam" where arguments.count == 1:
        try await roam()
    case "leave" where arguments.count == 1:
        try await leave()
    case "download" where arguments.count >= 3:
        try await download(
            arguments[1], to: arguments[2], limit: arguments.count > 3 ? Int(arguments[3]) : nil,
            checkpoint: arguments.count > 4 ? Int(arguments[4]) : nil,
            survivesPowerLoss: arguments.last != "processExit",
            replaces: arguments.last != "alone")
    default:
        print(
            "usage: wire-check get URL AUTHORITY | wire-check proxied PORT URL URL | wire-check environment URL | wire-check load CALLS | wire-check deaths COUNT | wire-check cancels COUNT | wire-check soak (seconds|calls) COUNT | wire-check leave | wire-check path | wire-check roam | "
                + "wire-check call URL | wire-check late URL MILLISECONDS | wire-check again URL | "
                + "wire-check lines BYTES | wire-check bombs | wire-check deadlines COUNT | wire-check stalls SECONDS | "
                + "wire-check rate URL CALLS CONCURRENCY [AUTHORITY] | "
                + "wire-check download URL PATH [LIMIT [CHECKPOINT [processExit|alone]]] | "
                + "wire-check cookies FILE [BYTES] | wire-check cache URL DIRECTORY BYTES")
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("wire-check: \(error)\n".utf8))
    exit(1)
}
