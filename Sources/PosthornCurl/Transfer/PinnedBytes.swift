import FoundationEssentials

/// A copy of bytes at a fixed address, from which libcurl sends them.
struct PinnedBytes: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        // One extra byte, so that an empty body has an address.
        bytes = .allocate(byteCount: data.count + 1, alignment: 1)
        data.copyBytes(to: bytes)
    }

    deinit { bytes.deallocate() }

    var address: UnsafeRawPointer? { UnsafeRawPointer(bytes.baseAddress) }
}
