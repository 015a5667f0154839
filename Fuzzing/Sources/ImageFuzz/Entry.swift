/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    ImageFuzz.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
