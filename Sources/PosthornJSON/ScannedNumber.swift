/// The parts of a parsed number: `digits * 10^exponent`.
struct ScannedNumber {
    var isNegative = false
    /// The digits as an integer, as far as they fit.
    private(set) var digits: UInt64 = 0
    var exponent = 0
    /// Whether `digits` and `exponent` represent the number exactly.
    private(set) var isExact = true
    /// The number of digits from the first to the last one that is not 0.
    private(set) var significantDigits = 0
    /// The number of trailing zeros that `digits` does not contain.
    private(set) var droppedZeros = 0

    mutating func append(_ digit: UInt8) {
        // Zeros are counted, and multiplied in only if another digit follows.
        if digit == 0 {
            if significantDigits > 0 { droppedZeros += 1 }
            return
        }
        for _ in 0..<min(droppedZeros, 40) { multiply(adding: 0) }
        significantDigits += droppedZeros + 1
        droppedZeros = 0
        multiply(adding: digit)
    }

    private mutating func multiply(adding digit: UInt8) {
        guard isExact else { return }
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        if overflow || carry {
            isExact = false
        } else {
            digits = sum
        }
    }
}
