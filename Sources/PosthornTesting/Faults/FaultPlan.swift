import PosthornCore

struct FaultPlan {
    let delay: Duration
    let losesBeforeSending: Bool
    let losesAfterSending: Bool
    let status: HTTPResponse.Status?
    let uploadBytesPerSecond: Int?
    let downloadBytesPerSecond: Int?

    init(_ conditions: NetworkConditions, _ random: inout SplitMix64) {
        // All numbers are drawn in one order, so that a change of one condition does not change the others.
        let (jitter, before, error, after) = (
            random.unit(), random.unit(), random.unit(), random.unit()
        )
        delay = conditions.latency + conditions.jitter * jitter
        losesBeforeSending = before < conditions.lossBeforeSending
        losesAfterSending = after < conditions.lossAfterSending
        status = error < conditions.errorProbability ? conditions.errorStatus : nil
        uploadBytesPerSecond = conditions.uploadBytesPerSecond
        downloadBytesPerSecond = conditions.downloadBytesPerSecond
    }

    /// Returns the time that a number of bytes takes; zero without a limit.
    static func time(of count: Int, at bytesPerSecond: Int?) -> Duration {
        guard let bytesPerSecond, bytesPerSecond > 0 else { return .zero }
        return .seconds(Double(count) / Double(bytesPerSecond))
    }
}

/// Random numbers that are the same for the same seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Starts with the numbers of one request: the seed, a key, and the index of the request with this key.
    init(seed: UInt64, key: String, index: UInt64) {
        // FNV-1a, because `Hasher` differs in each process.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        state = seed
        state = next() ^ hash
        state = next() ^ index
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 to 1, without 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
