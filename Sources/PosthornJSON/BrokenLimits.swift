/// The limits of the spec that a value of a response breaks.
final class BrokenLimits {
    private(set) var errors: [JSONError] = []
    /// How many steps the patterns of the value may still take, of which a usual text takes one hundred.
    var work = 20_000_000

    /// Adds the limit that a value breaks, without the value.
    func append(_ error: JSONError) {
        // As many as a list may leave elements out.
        guard let limit = error.limit, errors.count < Deviations.limit else { return }
        var broken = JSONError(
            .invalid, at: 0, expected: limit.rule, found: "another value")
        broken.path = limit.path
        errors.append(broken)
    }
}

extension JSONWriter {
    /// Reports the limits of the spec that a value of a response breaks to the observers of its call.
    ///
    /// - Parameter refusing: Whether a broken limit is an error.
    /// - Throws: The ``JSONError`` of the first one.
    package static func checkLimits(of value: some JSONWritable, refusing: Bool) throws {
        let broken = BrokenLimits()
        var writer = JSONWriter(checksLimits: true)
        writer.broken = broken
        // What can't be written keeps no limits that could be checked.
        try? value.write(json: &writer)
        if refusing, let first = broken.errors.first { throw first }
        guard let receiver = Deviations.receiver else { return }
        for error in broken.errors { receiver(error) }
    }
}
