import Foundation

/// A line chart as SVG, drawn the same way in each run.
public struct Plot {
    /// One line of a plot.
    public struct Line {
        var name: String
        var color: String
        var points: [(x: Double, y: Double)]

        /// Creates a line.
        public init(name: String, color: String, points: [(x: Double, y: Double)]) {
            self.name = name
            self.color = color
            self.points = points
        }
    }

    var title: String
    var xLabel: String
    var yLabel: String
    var xTicks: [(value: Double, label: String)]
    var yTicks: [Double]
    var lines: [Line]
    /// A shaded range of x with its label.
    var band: (from: Double, to: Double, label: String)?

    /// Creates a plot whose axes end with the last ticks.
    public init(
        title: String, xLabel: String, yLabel: String, xTicks: [(value: Double, label: String)],
        yTicks: [Double], lines: [Line], band: (from: Double, to: Double, label: String)? = nil
    ) {
        self.title = title
        self.xLabel = xLabel
        self.yLabel = yLabel
        self.xTicks = xTicks
        self.yTicks = yTicks
        self.lines = lines
        self.band = band
    }

    /// Whether the plot is the one in Documentation/Images; with `POSTHORN_RECORD=1` it is written first.
    public func isStored(as name: String) throws -> Bool {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Documentation/Images/\(name).svg").standardized
        let svg = Data(svg.utf8)
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            try svg.write(to: file)
        }
        return try Data(contentsOf: file) == svg
    }

    private let left = 64.0
    private let top = 48.0
    private let width = 540.0
    private let height = 220.0

    private func x(_ value: Double) -> Double {
        let (first, last) = (xTicks.first?.value ?? 0, xTicks.last?.value ?? 1)
        return left + (value - first) / (last - first) * width
    }

    private func y(_ value: Double) -> Double {
        top + height - value / (yTicks.last ?? 1) * height
    }

    private static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    var svg: String {
        func n(_ value: Double) -> String { Self.text(value) }
        func label(_ text: String, _ x: Double, _ y: Double, _ more: String = "") -> String {
            "<text x=\"\(n(x))\" y=\"\(n(y))\"\(more)>\(text)</text>\n"
        }
        let middle = " text-anchor=\"middle\""
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 340" \
            font-family="sans-serif" font-size="12" fill="#24292f">
            <title>\(title)</title>
            <rect width="640" height="340" fill="#ffffff"/>

            """
        svg += label(title, left, 20, " font-size=\"14\" font-weight=\"bold\"")
        svg += label(yLabel, left, 40)
        if let band {
            svg += "<rect x=\"\(n(x(band.from)))\" y=\"\(n(top))\" "
            svg += "width=\"\(n(x(band.to) - x(band.from)))\" height=\"\(n(height))\" "
            svg += "fill=\"#eaeef2\"/>\n"
            let center = (x(band.from) + x(band.to)) / 2
            svg += label(band.label, center, top + 16, middle)
        }
        for tick in yTicks {
            svg += "<path d=\"M\(n(left)) \(n(y(tick)))H\(n(left + width))\" stroke=\"#d0d7de\"/>\n"
            svg += label(n(tick), left - 8, y(tick) + 4, " text-anchor=\"end\"")
        }
        for tick in xTicks { svg += label(tick.label, x(tick.value), top + height + 18, middle) }
        svg += label(xLabel, left + width / 2, top + height + 38, middle)
        for (index, line) in lines.enumerated() {
            let path = line.points.map { "\(n(x($0.x))) \(n(y($0.y)))" }.joined(separator: "L")
            let stroke = "stroke=\"\(line.color)\" stroke-width=\"2\""
            svg += "<path d=\"M\(path)\" fill=\"none\" \(stroke)/>\n"
            let start = left + Double(index) * (lines.count > 2 ? 144 : 280)
            svg += "<path d=\"M\(n(start)) 326h24\" \(stroke)/>\n"
            svg += label(line.name, start + 30, 330)
        }
        return svg + "</svg>\n"
    }
}
