import Foundation
import Glibc

/// The colours of the demo, which are off without a terminal or with `NO_COLOR` (no-color.org).
struct Palette: Sendable {
    let isColoured: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let refused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        isColoured = isatty(STDOUT_FILENO) == 1 && !refused
    }

    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }
    func good(_ text: String) -> String { paint(text, "32") }
    func bad(_ text: String) -> String { paint(text, "1;31") }
    func code(_ text: String) -> String { paint(text, "36") }
    func sealed(_ text: String) -> String { paint(text, "35") }
    func plain(_ text: String) -> String { paint(text, "33") }

    private func paint(_ text: String, _ style: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}
