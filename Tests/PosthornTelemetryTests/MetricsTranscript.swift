import Foundation
import MetricsTestKit

extension TestMetrics {
    /// The metrics as text, sorted: name, values and attributes.
    ///
    /// - Parameter port: The port of the server, which is written as 8080.
    func transcript(port: String = "") -> String {
        var metrics: [(String, [(String, String)])] = []
        for timer in timers {
            let count = timer.values.count
            metrics.append(
                ("\(timer.label): \(count) duration" + (count == 1 ? "" : "s"), timer.dimensions))
        }
        for recorder in recorders {
            let values = recorder.values.map { "\(Int($0))" }.joined(separator: ", ")
            metrics.append(("\(recorder.label): \(values)", recorder.dimensions))
        }
        for meter in meters {
            let values = meter.values.map { "\(Int($0))" }.joined(separator: ", ")
            metrics.append(("\(meter.label): \(values)", meter.dimensions))
        }
        for counter in counters {
            metrics.append(("\(counter.label): \(counter.totalValue)", counter.dimensions))
        }
        return metrics.map { title, dimensions in
            let attributes = dimensions.map { name, value in
                "\(name)=\(name == "server.port" && value == port ? "8080" : value)"
            }
            return title + "\n" + attributes.wrapped()
        }.sorted().joined(separator: "\n")
    }
}

extension [String] {
    /// The words in lines of at most 100 characters, indented.
    func wrapped(by indent: String = "  ") -> String {
        var lines: [String] = []
        for word in self {
            if let last = lines.last, last.count + word.count < 100 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(indent + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
