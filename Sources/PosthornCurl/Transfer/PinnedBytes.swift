import FoundationEssentials

/// A copy of bytes that stays where it is, for libcurl to send from.
struct PinnedBytes: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        // One more than needed: an empty body has a place too.
        bytes = .allocate(byteCount: data.count + 1, alignment: 1)
        data.copyBytes(to: bytes)
    }

    deinit { bytes.deallocate() }

    var address: UnsafeRawPointer? { UnsafeRawPointer(bytes.baseAddress) }
}
