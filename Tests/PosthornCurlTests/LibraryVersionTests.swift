import Foundation
import TestSupport
import Testing

/// A libcurl at run time that differs from the one at build time.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct LibraryVersionTests {
    /// A preloaded library that makes libcurl report another version.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <stdlib.h>

        struct info { int age; const char *version; unsigned int version_num; };

        struct info *curl_version_info(int now) {
            struct info *(*real)(int) =
                (struct info *(*)(int))dlsym(RTLD_NEXT, "curl_version_info");
            struct info *found = real(now);
            const char *version = getenv("LIBCURL_VERSION");
            unsigned int major, minor, patch;
            if (version && sscanf(version, "%u.%u.%u", &major, &minor, &patch) == 3) {
                found->version = version;
                found->version_num = major << 16 | minor << 8 | patch;
            }
            return found;
        }
        """

    @Test(
        .enabled(if: PreloadedLibrary.isPossible, "there is no compiler of C"),
        arguments: [
            ("7.19.4", false), ("7.87.255", false), ("7.88.0", true), ("7.88.1", true),
            ("8.0.0", true), ("8.20.1", true),
        ])
    func outdatedLibcurlIsReported(_ version: String, _ isNewEnough: Bool) throws {
        let folder = try TemporaryFolder(for: "version")
        let output = try output(
            preloading: try PreloadedLibrary(Self.source, in: folder).path, version)
        guard !isNewEnough else {
            #expect(output == "200\n")
            return
        }
        #expect(
            output
                == "library: libcurl \(version) was found, and 7.88.0 or later is needed; install a "
                + "newer libcurl, or see whether LD_LIBRARY_PATH or LD_PRELOAD leads to an old one\n"
        )
    }

    @Test func acceptsTheInstalledLibcurl() throws {
        #expect(try output(preloading: nil, "7.19.4") == "200\n")
    }

    /// The output of a process that creates a session and makes a call.
    private func output(preloading library: String?, _ version: String) throws -> String {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { peer.stop() }
        let child = try WireCheck(
            ["call", peer.url()],
            environment: ["LIBCURL_VERSION": version].merging(
                library.map { ["LD_PRELOAD": $0] } ?? [:]
            ) { $1 })
        let output = child.rest()
        #expect(child.status() == 0)
        #expect(peer.requests.count == (output == "200\n" ? 1 : 0))
        return output
    }
}
