import Foundation

/// A printer of scenes in aligned lines of 100 columns.
struct Printer: Sendable {
    let palette = Palette()
    private static let labelWidth = 9
    private static let textWidth = 88

    func title(_ text: String) { print("\n" + palette.bold(text)) }

    func heading(_ number: Int, _ text: String) {
        let rule = String(repeating: "─", count: max(0, 95 - text.count - "\(number)".count))
        print("\n" + palette.bold("\(number) \(text) ") + palette.dim(rule))
    }

    /// Prints the Swift code of a scene.
    func swift(_ lines: String) {
        rows("swift", lines.split(separator: "\n").map { palette.code(String($0)) })
    }

    /// Prints the result of a call, or the error.
    func result(_ text: String, isGood: Bool) {
        let mark = isGood ? palette.good("✓") : palette.bad("✗")
        let lines = Bytes.wrapped(text, width: Self.textWidth, rows: 8).enumerated()
        rows("result", lines.map { index, line in (index == 0 ? mark : " ") + " " + line })
    }

    /// Prints the number of successful and failed scenes.
    func summary(played: Int, failed: Int) {
        let text =
            failed == 0
            ? palette.good("✓ all \(played) calls did what they should")
            : palette.bad("✗ \(failed) of \(played) calls did not do what they should")
        print("\n\(text)\n")
        fflush(nil)
    }

    func row(_ label: String, _ text: String) {
        print(" " + palette.dim(Bytes.padded(label, Self.labelWidth)) + text)
    }

    func body(_ label: String, _ text: String) {
        rows(label, Bytes.wrapped(text, width: Self.textWidth, rows: 4).map(palette.plain))
    }

    private func rows(_ label: String, _ lines: [String]) {
        for (index, line) in lines.enumerated() { row(index == 0 ? label : "", line) }
    }
}
