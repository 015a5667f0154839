import Foundation
import TestSupport
import Testing

/// A process that is killed at each step in which a download changes its files.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct KilledStepTests {
    /// Counts the calls that change the download's files, and kills the process before one of them.
    ///
    /// `KILL_AT` is its number, and `STEPS` the log of all calls. A record is written in two steps,
    /// so that it can be truncated.
    private static let library = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        #define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))
        typedef ssize_t (*write_t)(int, const void *, size_t);
        static atomic_int count;

        static void reach(const char *step, const char *path) {
            const char *name = strrchr(path, '/');
            if (!name || strncmp(name, "/a.bin", 6)) return;
            char line[256];
            int length = snprintf(line, sizeof line, "%s %s\n", step, name + 1);
            int log = REAL(int (*)(const char *, int, ...), "open")(
                getenv("STEPS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
            REAL(write_t, "write")(log, line, length);
            close(log);
            if (++count == atoi(getenv("KILL_AT"))) {
                kill(getpid(), SIGKILL);
                pause();
            }
        }
        static void reach_at(const char *step, int descriptor) {
            char link[64], path[4096] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            if (readlink(link, path, sizeof path - 1) > 0) reach(step, path);
        }
        int open(const char *path, int flags, ...) {
            va_list arguments;
            va_start(arguments, flags);
            int mode = va_arg(arguments, int);
            va_end(arguments);
            if (flags & O_CREAT) reach("create", path);
            return REAL(int (*)(const char *, int, ...), "open")(path, flags, mode);
        }
        int unlink(const char *path) {
            reach("unlink", path);
            return REAL(int (*)(const char *), "unlink")(path);
        }
        int rename(const char *from, const char *to) {
            reach("rename", from);
            int result = REAL(int (*)(const char *, const char *), "rename")(from, to);
            reach("renamed", to);
            return result;
        }
        int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
            reach("rename alone", from);
            int result = REAL(int (*)(int, const char *, int, const char *, unsigned), "renameat2")(
                from_folder, from, to_folder, to, flags);
            reach("renamed", to);
            return result;
        }
        int fsync(int descriptor) {
            reach_at("sync", descriptor);
            return REAL(int (*)(int), "fsync")(descriptor);
        }
        ssize_t write(int descriptor, const void *bytes, size_t length) {
            char link[64], path[4096] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, ".journal")) {
                return REAL(write_t, "write")(descriptor, bytes, length);
            }
            reach("write", path);
            ssize_t first = REAL(write_t, "write")(descriptor, bytes, length / 2);
            reach("write the rest of", path);
            return first + REAL(write_t, "write")(descriptor, (const char *)bytes + first, length - first);
        }
        """#

    private static let note = [
        "unlink a.bin.part.journal.new", "create a.bin.part.journal.new",
        "write a.bin.part.journal.new", "write the rest of a.bin.part.journal.new",
    ]
    private static let forget = ["unlink a.bin.part.journal.new", "unlink a.bin.part.journal"]

    /// The steps of a download with one checkpoint.
    private static let steps = [
        "powerLoss": ["create a.bin.part"] + forget + ["sync a.bin.part"] + note
            + [
                "sync a.bin.part.journal.new", "rename a.bin.part.journal.new",
                "renamed a.bin.part.journal", "sync a.bin.part",
            ] + forget + ["sync a.bin.part", "rename a.bin.part", "renamed a.bin"],
        "processExit": ["create a.bin.part"] + forget + note
            + ["rename a.bin.part.journal.new", "renamed a.bin.part.journal"] + forget
            + ["rename a.bin.part", "renamed a.bin"],
        // Survives a power loss too, and replaces no existing file.
        "alone": ["create a.bin.part"] + forget + ["sync a.bin.part"] + note
            + [
                "sync a.bin.part.journal.new", "rename a.bin.part.journal.new",
                "renamed a.bin.part.journal", "sync a.bin.part",
            ] + forget + ["sync a.bin.part", "rename alone a.bin.part", "renamed a.bin"],
    ]

    private static let content = [UInt8]((0..<400_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
    // All bytes before the halt, so that the checkpoint does not depend on how they arrive.
    private static let checkpoint = 250_000
    private static let halt = 250_000

    @Test(
        .enabled(if: PreloadedLibrary.isPossible, "there is no compiler of C"),
        arguments: ["powerLoss", "processExit", "alone"])
    func killAtAnyStepLeavesNoStrayFiles(kind: String) async throws {
        let place = try TemporaryFolder(for: "step")
        let library = try PreloadedLibrary(Self.library, in: place)
        let steps = try #require(Self.steps[kind])
        for step in 1...steps.count + 1 {
            let folder = place.path + "/\(step)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let mayGoOn = Gate()
            let peer = try peer(mayGoOn)
            let arguments = [
                "download", peer.url("/f"), folder + "/a.bin", "none", "\(Self.checkpoint)", kind,
            ]
            let log = folder + ".steps"
            let process = try WireCheck(
                arguments,
                environment: [
                    "LD_PRELOAD": library.path, "KILL_AT": "\(step)", "STEPS": log,
                ])
            try await until {
                !process.isRunning
                    || FileManager.default.fileExists(atPath: folder + "/a.bin.part.journal")
            }
            mayGoOn.open()
            #expect(process.wasKilled == (step <= steps.count))
            let taken = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            #expect(taken == steps.prefix(step).map { $0[...] })
            let left = try names(folder)
            if left.contains("a.bin") {
                #expect(left == ["a.bin"], "after \(taken.last ?? "")")
                if kind == "alone" { continue }
            }
            let durable = left.contains("a.bin.part.journal") ? Self.halt : 0
            let asked = peer.requests.count
            #expect(try WireCheck(arguments).rest() == "done \(Self.content.count)\n")
            #expect(
                peer.requests[asked].contains("Range: bytes=\(durable)-") == (durable > 0),
                "after \(taken.last ?? "")")
            #expect(try names(folder) == ["a.bin"], "after \(taken.last ?? "")")
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder + "/a.bin")) == Data(Self.content))
        }
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Serves the file, and delays its end until the gate opens.
    private func peer(_ mayGoOn: Gate) throws -> ScriptedPeer {
        let size = Self.content.count
        return try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let isRest = request.contains("Range: bytes=\(Self.halt)-")
                let start = isRest ? Self.halt : 0
                try connection.write(
                    "HTTP/1.1 \(isRest ? "206 Partial Content" : "200 OK")\r\nETag: \"v1\"\r\n"
                        + (isRest ? "Content-Range: bytes \(start)-\(size - 1)/\(size)\r\n" : "")
                        + "Content-Length: \(size - start)\r\n\r\n")
                if !isRest { try connection.write(Array(Self.content[..<Self.halt])) }
                mayGoOn.wait()
                try connection.write(Array(Self.content[Self.halt...]))
            }
        }
    }
}
