internal import FoundationEssentials
internal import Glibc

/// The entry point of libFuzzer; `POSTHORN_FUZZ` names the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = parser.opens(Data(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Runs before the first input.
///
/// With `POSTHORN_FUZZ_SEEDS`, writes the reader's seeds into that folder and exits;
/// fails if no seed opens, because then the fuzzer would see refusals only.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["POSTHORN_FUZZ_SEEDS"] else { return 0 }
    for (number, seed) in parser.seeds.enumerated() {
        do {
            try seed.write(to: URL(filePath: folder + "/\(number)"))
        } catch {
            fatalError("the seeds can't be written: \(error)")
        }
    }
    let open = parser.seeds.count { parser.opens($0) }
    print("\(parser.seeds.count) seeds, \(open) of them open")
    exit(open > 0 ? 0 : 1)
}

private let parser: any Parser = {
    let name = ProcessInfo.processInfo.environment["POSTHORN_FUZZ"] ?? ""
    do { return try CryptoFuzz.parser(name) } catch {
        fatalError("the vectors of \(name) can't be read: \(error)")
    }
}()
