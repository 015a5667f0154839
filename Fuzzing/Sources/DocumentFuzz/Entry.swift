internal import FoundationEssentials

/// The entry point of libFuzzer; `POSTHORN_FUZZ` names the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let fuzz: DocumentFuzz = {
    let name = ProcessInfo.processInfo.environment["POSTHORN_FUZZ"] ?? ""
    guard let reader = DocumentFuzz.Reader(rawValue: name) else {
        fatalError("no reader of documents has the name \(name.debugDescription)")
    }
    do { return try DocumentFuzz(reader) } catch {
        fatalError("there is no folder for the documents: \(error)")
    }
}()
