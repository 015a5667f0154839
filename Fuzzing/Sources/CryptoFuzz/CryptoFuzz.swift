internal import FoundationEssentials
internal import Glibc

/// Reads an input as the kind of sealed or signed message that `POSTHORN_FUZZ` names, and stops the
/// fuzzer where something does not hold that always has to.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = parser.opens(Data(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Before the first input: with `POSTHORN_FUZZ_SEEDS`, writes the parser's seeds into that folder and
/// ends; if none of them opens, nothing would be looked at but refusals, and that is a failure.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = Vectors.environment["POSTHORN_FUZZ_SEEDS"] else { return 0 }
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

/// One reader of what a stranger has sent.
protocol Parser: Sendable {
    /// Good inputs, from the vectors.
    var seeds: [Data] { get }

    /// Whether an input opens; traps if it does so as something that nobody sealed.
    func opens(_ input: Data) -> Bool
}

private let parser: any Parser = {
    let name = Vectors.environment["POSTHORN_FUZZ"] ?? ""
    do {
        switch name {
        case "jwe": return try JWEParser()
        case "records": return try RecordParser()
        case "envelope": return try EnvelopeParser()
        case "fields": return try FieldParser()
        case "signature": return try SignatureParser()
        case "jws": return try JWSParser()
        default: fatalError("POSTHORN_FUZZ names no parser: \(name.debugDescription)")
        }
    } catch {
        fatalError("the vectors of \(name) can't be read: \(error)")
    }
}()
