import Foundation
import TestSupport
import Testing

/// A C library that is loaded before others, by `LD_PRELOAD`.
struct PreloadedLibrary {
    let path: String

    /// The first C compiler in the path; Swift's toolchain has one.
    private static let compiler: String? =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .flatMap { ["\($0)/clang", "\($0)/cc"] }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isPossible: Bool { compiler != nil }

    /// Compiles it.
    init(_ source: String, in folder: TemporaryFolder) throws {
        path = folder.path + "/preloaded.so"
        let file = folder.path + "/preloaded.c"
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.compiler))
        process.arguments = ["-shared", "-fPIC", "-o", path, file, "-ldl"]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
