import Foundation
import TestSupport
import Testing

/// A disk that loses written bytes.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct DiskFaultTests {
    /// Makes the first sync of a partial file fail and later ones succeed, as the kernel does.
    ///
    /// It reports lost bytes once (fsync(2)).
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        int fsync(int descriptor) {
            int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
            char link[64], path[4096] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, ".part")) {
                return real(descriptor);
            }
            int marker = open(getenv("LOST"), O_CREAT | O_EXCL | O_WRONLY, 0600);
            if (marker < 0) return real(descriptor);
            close(marker);
            errno = EIO;
            return -1;
        }
        """

    /// Simulates a file system without hard links, such as exFAT.
    private static let linkless = """
        #include <errno.h>

        int link(const char *path, const char *other) {
            errno = EPERM;
            return -1;
        }
        """

    @Test(
        .enabled(if: PreloadedLibrary.isPossible, "there is no compiler of C"),
        arguments: [true, false])
    func failCollisionReplacesNothingWithoutHardLinkSupport(isFree: Bool) async throws {
        let folder = try TemporaryFolder(for: "linkless")
        let library = try PreloadedLibrary(Self.linkless, in: folder)
        let peer = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
        let path = folder.path + "/a"
        if !isFree { try "old".write(toFile: path, atomically: true, encoding: .utf8) }
        let child = try WireCheck(
            ["download", peer.url(), path, "none", "none", "alone"],
            environment: ["LD_PRELOAD": library.path])
        #expect(child.rest() == (isFree ? "done 3\n" : "fileFailed 0\n"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == (isFree ? "new" : "old"))
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    }

    @Test(.enabled(if: PreloadedLibrary.isPossible, "there is no compiler of C"))
    func failedFsyncFailsDownloadAndRemovesPartialFile() async throws {
        let folder = try TemporaryFolder(for: "lost")
        let library = try PreloadedLibrary(Self.source, in: folder)
        let isLost = Gate()
        defer { isLost.open() }
        let half = [UInt8](repeating: 0x61, count: 1 << 19)
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: \(1 << 20)\r\nETag: \"v1\"\r\n\r\n")
            try connection.write(half)
            isLost.wait()
            try connection.write(half)
        }
        let (marker, path) = (folder.path + "/marker", folder.path + "/a")
        let child = try WireCheck(
            ["download", peer.url(), path, "none", "131072"],
            environment: ["LD_PRELOAD": library.path, "LOST": marker])
        try await until { FileManager.default.fileExists(atPath: marker) }
        isLost.open()
        #expect(child.rest() == "fileFailed 0\n")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
        #expect(!FileManager.default.fileExists(atPath: path + ".part.journal"))
    }
}
