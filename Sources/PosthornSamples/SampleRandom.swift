/// Random numbers that are the same for the same seed (SplitMix64).
package struct SampleRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts with a seed.
    package init(seed: UInt64) { state = seed }

    /// Starts with a seed and a text, such as the name of an endpoint.
    package init(seed: UInt64, _ text: String) {
        // FNV-1a. The hash of the standard library differs from run to run.
        state = text.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
    }

    /// Returns the next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns one of some elements, which are not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
