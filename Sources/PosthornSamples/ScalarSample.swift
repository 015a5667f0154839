internal import FoundationEssentials
@_spi(Generated) internal import PosthornJSON
internal import PosthornSpec

/// Plausible values of built-in types.
struct ScalarSample {
    let type: ScalarType
    /// The wire format, or `nil` for the default one.
    let form: String?
    /// The name of the member.
    let name: String
    let limits: ValueLimits

    func value(_ random: inout SampleRandom) -> JSONValue {
        switch type {
        case .bool:
            return TypeTable.scalar(Bool.random(using: &random) ? "true" : "false", .bool, form)
        case .int, .int32, .int64, .uint64, .double, .float, .decimal:
            return TypeTable.scalar(number(&random), type, form)
        case .date:
            let date = SampleText.date(named: name, &random)
            return TypeTable.scalar(
                (try? DateFormat(form: form).text(for: date)) ?? "0", .date, form)
        case .duration:
            let seconds = Duration.seconds(Int.random(in: 1...3600, using: &random))
            return TypeTable.scalar(Self.durationFormat(form).text(for: seconds), .duration, form)
        case .uuid:
            let uuid = SampleText.uuid(&random)
            return .string(form == "bare" ? uuid.filter { $0 != "-" } : uuid)
        case .url: return .string(fitted(SampleText.url(named: name, &random), &random))
        case .data:
            let count = min(max(12, limits.length.lowerBound), limits.length.upperBound)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            return .string(DataFormat(form: form).text(for: Data(bytes)))
        case .json: return .object([SampleText.text(named: "", random: &random): .bool(true)])
        case .string, .encodedPath: return .string(text(&random))
        }
    }

    static func durationFormat(_ form: String?) -> DurationFormat {
        switch form {
        case "iso": .iso
        case "go": .go
        case "seconds": .seconds
        default: .millis
        }
    }

    // MARK: Texts

    private func text(_ random: inout SampleRandom) -> String {
        if !limits.patterns.isEmpty {
            let text = SampleText.text(named: name, random: &random)
            let fits =
                limits.length.contains(text.unicodeScalars.count)
                && limits.patterns.allSatisfy { PatternText.matches(text, $0) == true }
            if fits { return text }
            return PatternText.text(
                matching: limits.patterns, length: limits.length, random: &random) ?? text
        }
        return fitted(SampleText.text(named: name, random: &random), &random)
    }

    /// Returns a text with a length that the limits allow.
    private func fitted(_ text: String, _ random: inout SampleRandom) -> String {
        let count = text.unicodeScalars.count
        if count > limits.length.upperBound {
            return String(text.unicodeScalars.prefix(limits.length.upperBound))
        }
        guard count < limits.length.lowerBound else { return text }
        // A limit of millions of characters is no reason to send them.
        return text
            + SampleText.letters(min(limits.length.lowerBound, 1 << 20) - count, &random)
    }

    // MARK: Numbers

    private func number(_ random: inout SampleRandom) -> String {
        let text = plausible(&random)
        if let number = JSONValue.Number(text: text), limits.contains(number) { return text }
        let (least, most) = (
            limits.least.flatMap { Double($0) }, limits.most.flatMap { Double($0) }
        )
        // Whole numbers within the limits, unless there is none.
        let lower = (least ?? (most ?? 0) - 100).rounded(.up)
        let upper = (most ?? lower + 100).rounded(.down)
        guard lower <= upper, lower.magnitude < 1e15, upper.magnitude < 1e15 else {
            return limits.least ?? limits.most ?? text
        }
        return String(Int.random(in: Int(lower)...Int(upper), using: &random))
    }

    private func plausible(_ random: inout SampleRandom) -> String {
        let words = SampleText.words(of: name)
        let has = { (candidates: String...) in candidates.contains { words.contains($0) } }
        func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let isWhole = [.int, .int32, .int64, .uint64].contains(type)
        if has("price", "amount", "total", "cost", "balance", "fee", "tax", "sum"), !isWhole {
            return "\(draw(1...200)).\(draw(10...98))"
        }
        if !isWhole, has("lat", "latitude") { return "\(draw(-60...60)).\(draw(1000...9998))" }
        if !isWhole, has("lon", "lng", "longitude") {
            return "\(draw(-170...170)).\(draw(1000...9998))"
        }
        if !isWhole { return "\(draw(0...99)).\(draw(1...9))" }
        if has("year") { return "\(draw(2020...2026))" }
        if has("age") { return "\(draw(18...80))" }
        if has("port") { return "\(draw(1024...49_151))" }
        if has("percent", "percentage", "progress") { return "\(draw(0...100))" }
        if has("quantity", "count", "page", "pages", "stock", "limit") { return "\(draw(1...20))" }
        if has("timestamp", "time") || words.last == "at" {
            return "\(Int(SampleText.date(named: name, &random).timeIntervalSince1970))"
        }
        return "\(draw(1...9_999))"
    }
}
