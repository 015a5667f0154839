/// A number taken apart: `digits * 10^exponent`.
struct ScannedNumber {
    var isNegative = false
    /// The digits as a number, as long as they fit.
    private(set) var digits: UInt64 = 0
    var exponent = 0
    /// Whether `digits` and `exponent` say the whole number.
    private(set) var isExact = true
    /// Digits between the first and the last that is not 0.
    private(set) var significantDigits = 0
    /// Zeros at the end that `digits` does not have, as long as no other digit follows.
    private(set) var droppedZeros = 0

    mutating func append(_ digit: UInt8) {
        // Zeros are counted and only put in when another digit shows that they matter.
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
