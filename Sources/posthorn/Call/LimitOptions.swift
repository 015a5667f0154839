internal import ArgumentParser
internal import PosthornCore

/// The options that limit the time of calls and the size of their responses.
struct LimitOptions: ParsableArguments {
    @Option(
        help: "The time of a call, as in '10s'; by default that of the spec, or 10s for verify.")
    var timeout: TimeOption?

    @Option(help: "The time in which no byte comes, as in '500ms', also in a stream.")
    var idleTimeout: TimeOption?

    @Option(help: "The size of a response in memory, as in '16MB'.")
    var bodyLimit = SizeOption(bytes: 64 << 20)

    /// Sets the limits above those of the spec.
    func apply(to options: inout CallOptions) {
        if let time = timeout?.duration {
            options.timeouts.total = time
            options.timeouts.connect = time
        }
        if let idleTimeout { options.timeouts.idle = idleTimeout.duration }
        options.maximumResponseBytes = bodyLimit.bytes
    }
}

/// A time above zero, such as `500ms`, `10s` or `2m`.
struct TimeOption: ExpressibleByArgument {
    let duration: Duration
    let text: String

    var defaultValueDescription: String { text }

    init(seconds: Int) { (duration, text) = (.seconds(seconds), "\(seconds)s") }

    init?(argument: String) {
        guard let duration = Self.duration(argument[...]), duration > .zero else { return nil }
        (self.duration, text) = (duration, argument)
    }

    /// Reads a number with its unit, up to a year.
    static func duration(_ text: Substring) -> Duration? {
        let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]
        guard let seconds = amount(text, units), seconds < 366 * 86_400 else { return nil }
        return .seconds(seconds)
    }

    /// Reads a number with its unit as a number of the smallest unit.
    fileprivate static func amount(_ text: Substring, _ units: [String: Double]) -> Double? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = units[String(text[number.endIndex...])] else { return nil }
        return Double(number).map { $0 * unit }
    }
}

/// A number of bytes above zero, such as `1000`, `16MB` or `1MiB`.
struct SizeOption: ExpressibleByArgument {
    let bytes: Int
    /// The size as it was written; `nil` for a default.
    var text: String?

    init(bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        let units = [
            "": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576,
            "GiB": 1_073_741_824,
        ]
        guard let bytes = TimeOption.amount(argument[...], units), (1..<1e15).contains(bytes)
        else { return nil }
        (self.bytes, text) = (Int(bytes), argument)
    }

    var defaultValueDescription: String { "\(bytes >> 20)MiB" }
}
