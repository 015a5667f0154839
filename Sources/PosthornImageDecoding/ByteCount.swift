/// A number of bytes, printed in the largest binary unit that it reaches and rounded up, such as `3.4 GiB`.
struct ByteCount: CustomStringConvertible {
    private let count: Int
    init(_ count: Int) { self.count = count }

    var description: String {
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        guard let index = units.indices.last(where: { count >> (10 * ($0 + 1)) > 0 }) else {
            return "\(count) bytes"
        }
        let shift = 10 * (index + 1)
        let (whole, rest) = count.quotientAndRemainder(dividingBy: 1 << shift)
        // In parts of 1024, and these in tenths.
        let parts = (rest + (1 << (shift - 10)) - 1) >> (shift - 10)
        let tenths = whole * 10 + (parts * 10 + 1023) / 1024
        return "\(tenths / 10)" + (tenths % 10 > 0 ? ".\(tenths % 10)" : "") + " \(units[index])"
    }
}
