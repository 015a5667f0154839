import Foundation
import Glibc
import Posthorn

/// The progress of a transfer: a bar in a terminal, and a plain line for each quarter elsewhere.
struct ProgressBar {
    private let palette: Palette
    private let begin = ContinuousClock.now
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var lastQuarter = 0
    private var ticks = 0
    private static let width = 30

    init(_ palette: Palette) { self.palette = palette }

    /// Shows the progress, with a spinner while the network is in use.
    mutating func show(_ progress: TransferProgress, isActive: Bool) {
        guard let total = progress.totalBytesToReceive, total > 0 else { return }
        let share = Double(progress.received) / Double(total)
        let elapsed = (ContinuousClock.now - begin) / .seconds(1)
        let rate = Double(progress.received) / max(elapsed, 0.001)
        let left = Double(total - progress.received) / max(rate, 1)
        let text =
            "\(Int(share * 100)) %, \(Self.size(progress.received)) of \(Self.size(total)), "
            + "\(Self.size(Int(rate)))/s, \(Self.tenths(left)) s left"
        if isTerminal {
            ticks += 1
            let spinner = isActive ? String(Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[ticks % 10]) : " "
            let full = Int(share * Double(Self.width))
            let bar =
                String(repeating: "█", count: full)
                + String(repeating: "░", count: Self.width - full)
            print(
                "\r\u{1B}[K \(palette.code(spinner)) \(palette.good(bar)) \(text)", terminator: "")
            fflush(nil)
        } else if Int(share * 4) > lastQuarter {
            lastQuarter = Int(share * 4)
            print(" progress \(text)")
        }
    }

    /// Removes the bar from the terminal.
    func end() {
        if isTerminal { print("\r\u{1B}[K", terminator: "") }
    }

    /// A number of bytes for readers, such as `1.5 MB`.
    static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(tenths(Double(bytes) / 1_000_000)) MB"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
