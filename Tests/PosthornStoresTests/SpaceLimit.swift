import Foundation

/// How the space for the files of a process ends.
enum SpaceLimit: CaseIterable {
    /// A file system of 4 MiB in memory.
    case disk
    /// The largest size of a file, for systems that let no user mount one.
    case fileSize

    /// The words that run a command within the limit, in a folder.
    func launcher(_ folder: String) -> [String] {
        switch self {
        case .disk:
            let text = """
                mount -t tmpfs -o size=4m none "$0" || exit 1
                head -c 2000000 /dev/zero > "$0/ballast"
                exec "$@"
                """
            return [
                "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", text, folder,
            ]
        case .fileSize:
            return ["bash", "-c", #"trap '' XFSZ; ulimit -S -f 1000; exec "$@""#, "sh"]
        }
    }

    static let allowed: [SpaceLimit] = {
        let folder = NSTemporaryDirectory()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = Array(
            SpaceLimit.disk.launcher(folder) + ["true"])
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? allCases : [.fileSize]
    }()
}
