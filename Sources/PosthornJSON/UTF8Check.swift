/// Detects invalid UTF-8 (RFC 3629): overlong forms, surrogates and values beyond U+10FFFF.
package enum UTF8Check {
    /// Returns the index of the first invalid sequence; `nil` if there is none.
    package static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
