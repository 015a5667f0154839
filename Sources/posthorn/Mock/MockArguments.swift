internal import ArgumentParser
internal import FoundationEssentials

/// The values of options of `posthorn mock`.
enum MockArguments {
    /// A time, or a range of times.
    struct Latency: ExpressibleByArgument {
        let range: ClosedRange<Duration>

        init?(argument: String) {
            let parts = argument.split(separator: "...", maxSplits: 1)
                .map { TimeOption.duration($0) }
            guard let first = parts.first, let from = first, let last = parts.last, let to = last,
                from <= to, to <= .seconds(60)
            else { return nil }
            range = from...to
        }
    }

    /// A share, such as `5%`.
    struct Share: ExpressibleByArgument {
        let value: Double

        init?(argument: String) {
            guard argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
                (0...100).contains(percent)
            else { return nil }
            value = percent / 100
        }
    }

    /// Faults with their shares.
    struct Faults: ExpressibleByArgument {
        private(set) var shares: [String: Double] = [:]

        init?(argument: String) {
            for part in argument.split(separator: ",") {
                let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
                guard pair.count == 2, ["reset", "truncate"].contains(pair[0]),
                    let share = Share(argument: pair[1])
                else { return nil }
                shares[pair[0]] = share.value
            }
        }
    }
}
