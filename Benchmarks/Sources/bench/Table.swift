import Foundation

/// The figures as they are printed.
struct Table {
    private let widths = [46, 9, 9, 9, 6]

    func head() {
        print(row(["", "wall s", "CPU s", "peak MB", "load"]))
        print(row(widths.map { String(repeating: "-", count: $0) }))
    }

    func add(_ name: String, _ measured: Measured) {
        print(
            row([
                name, number(measured.wall), number(measured.cpu),
                String(format: "%.0f", measured.megabytes), String(format: "%.1f", measured.load),
            ]))
        fflush(nil)
    }

    private func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : "%.1f", value)
    }

    private func row(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined(separator: "  ")
    }
}
