/// Random numbers that are the same on every machine: SplitMix64 from a fixed seed.
struct RandomSource {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number of a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Whether something of this probability happens.
    mutating func chance(_ percent: Int) -> Bool {
        number(1...100) <= percent
    }

    /// One of several texts.
    mutating func pick(_ texts: [String]) -> String {
        texts[number(0...(texts.count - 1))]
    }

    /// So many different ones of several texts, in their order.
    mutating func sample(_ count: Int, of texts: [String]) -> [String] {
        var indices = Array(texts.indices)
        while indices.count > count { indices.remove(at: number(0...(indices.count - 1))) }
        return indices.map { texts[$0] }
    }
}
