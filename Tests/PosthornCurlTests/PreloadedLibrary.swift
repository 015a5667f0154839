import Foundation
import TestSupport
import Testing

/// A library in C that stands before those that a program is linked with, by `LD_PRELOAD`.
struct PreloadedLibrary {
    let path: String

    /// The first compiler of C in the path, which Swift's own toolchain has.
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
