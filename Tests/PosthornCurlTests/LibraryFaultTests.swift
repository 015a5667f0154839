import Foundation
import TestSupport
import Testing

/// The functions of libcurl that this package calls, each failing with the codes that it may return.
@Suite(
    .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit,
    .enabled(if: PreloadedLibrary.isPossible, "there is no compiler of C"))
struct LibraryFaultTests {
    @Test func eachFailureEndsInATypedErrorAndLeavesNothing() throws {
        let folder = try TemporaryFolder(for: "faults")
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Vectors/FaultyLibcurl.c"), encoding: .utf8)
        let library = try PreloadedLibrary(source, in: folder)
        let child = try WireCheck(["faults"], environment: ["LD_PRELOAD": library.path])
        let output = child.rest()
        #expect(child.status() == 0)
        let counts = output.matches(of: #/(\d+) faults, (\d+) typed errors, (\d+) wrong/#)
        let found = try #require(counts.first, "\(output)")
        #expect(Int(found.1) ?? 0 > 500)
        #expect(Int(found.2) ?? 0 > 300)
        #expect(found.3 == "0", "\(output)")
    }
}
