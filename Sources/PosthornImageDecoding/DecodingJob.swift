import PosthornCore
import PosthornImages

struct DecodingJob {
    let file: ImageFile
    /// The size of the result before rows become columns.
    let target: ImageSize
    /// Whether rows become columns at the end, which takes a second copy.
    let swapsAxes: Bool
    let maximumBytes: Int

    /// Checks the memory that is allocated at the same time.
    /// - Parameters:
    ///   - decoded: The size of the pixels that the library delivers, before they are scaled.
    ///   - working: The bytes that the library allocates meanwhile.
    ///   - canShrink: Whether the library needs less for a smaller target.
    func checkMemory(decoded: ImageSize, working: Int = 0, canShrink: Bool = false) throws {
        let scaling = decoded == target ? 0 : Rescaling.next(from: decoded, to: target).byteCount
        let turning = swapsAxes ? target.byteCount : 0
        let needed = max(
            decoded.byteCount.addingSaturating(max(working, scaling)),
            target.byteCount.addingSaturating(turning))
        guard needed > maximumBytes else { return }
        let canFit = canShrink && target == file.size
        throw APIError.Cause(
            .decodingFailed,
            "the \(file.format.rawValue) has \(file.size) pixels and takes \(ByteCount(needed)) to decode; "
                + "the limit is \(ByteCount(maximumBytes))",
            advice: canFit
                ? "set `fitting` to decode a smaller image, or raise `maximumBytes`"
                : "raise `maximumBytes`, or ask the server for a smaller image")
    }

    /// Checks that the library reads the size that the limits were computed from.
    func checkSize(_ size: ImageSize) throws {
        guard size == file.size else { throw damaged("two headers differ in the size") }
    }

    /// Returns the error of an image that the library refuses.
    func damaged(_ reason: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "the \(file.format.rawValue) is damaged or truncated: \(reason)",
            advice: "download it again; if it fails again, the server's file is damaged")
    }

    func outOfMemory(_ size: ImageSize) -> APIError.Cause { .outOfMemory(size.byteCount) }
}

extension APIError.Cause {
    static func outOfMemory(_ count: Int) -> Self {
        Self(
            .decodingFailed, "the system has no \(ByteCount(count)) of memory for the pixels",
            advice: "decode fewer images at the same time, or lower `maximumBytes`")
    }
}

extension Int {
    /// Returns the sum of two counts, `Int.max` if it is not representable.
    func addingSaturating(_ other: Int) -> Int {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? .max : sum.partialValue
    }
}
