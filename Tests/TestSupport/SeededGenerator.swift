import Foundation

/// Random numbers that are the same for the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the numbers follow from; print it, so that a failure can be repeated.
    public let seed: UInt64
    private var state: UInt64

    /// Starts with `POSTHORN_SEED` of the environment, or else with a fixed seed.
    public init() {
        let text = ProcessInfo.processInfo.environment["POSTHORN_SEED"]
        self.init(seed: text.flatMap { UInt64($0) } ?? 20_261_124)
    }

    /// Starts with this seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
