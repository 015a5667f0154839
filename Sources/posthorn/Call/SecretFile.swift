internal import FoundationEssentials
internal import Glibc
internal import PosthornCore
internal import PosthornSpec

/// The file of credentials and keys, which only its owner can read.
struct SecretFile {
    let path: String

    /// The file of `--secrets`, of `POSTHORN_SECRETS`, or that of the user.
    init(_ option: String?) {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let own = option ?? folder("POSTHORN_SECRETS")
        let configuration = folder("XDG_CONFIG_HOME") ?? (folder("HOME") ?? ".") + "/.config"
        path = own ?? configuration + "/posthorn/secrets.json"
    }

    /// Returns the secrets by their names; none if there is no file.
    func read() throws(ToolFailure) -> [String: String] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [:] }
            throw failure("a file of secrets can be read, and is no link", Self.reason, "its path")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("a file of secrets is a file", "another thing", "its path")
        }
        guard status.st_uid == geteuid() else {
            throw failure("a file of secrets belongs to its user", "another user's", "its path")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = "0" + String(status.st_mode & 0o777, radix: 8)
            throw failure(
                "a file of secrets has the mode 0600", mode, "'chmod 600 \(oneLine(path))'")
        }
        guard status.st_size <= 1 << 20 else {
            throw failure("a file of secrets has at most 1 MiB", "\(status.st_size) bytes", "less")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count, let json = try? JSONValue(document: Data(bytes)),
            let members = json.object, members.values.allSatisfy({ $0.string != nil })
        else {
            throw failure(
                "a file of secrets is a JSON object of texts", "another text",
                "'{\"ShopAPI.user\": \"…\"}'")
        }
        return members.compactMapValues(\.string)
    }

    /// Sets or removes a secret; the file holds the old secrets or the new ones, even after a crash.
    func set(_ name: String, _ text: String?) throws(ToolFailure) {
        var secrets = try read()
        secrets[name] = text
        try write(secrets)
    }

    /// Writes the file anew.
    func write(_ secrets: [String: String]) throws(ToolFailure) {
        guard
            let bytes = try? JSONWriter.bytes(
                of: JSONValue.object(secrets.mapValues { .string($0) }))
        else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let new = "\(path).\(getpid()).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw failure(
                "a file of secrets can be written", Self.reason, "another path", .unwritable)
        }
        let isWritten =
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            let reason = Self.reason
            unlink(new)
            throw failure("a file of secrets can be written", reason, "another path", .unwritable)
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private func failure(
        _ rule: String, _ found: String, _ write: String, _ exit: CallExit = .secret
    ) -> ToolFailure {
        ToolFailure(exit, "posthorn: \(oneLine(path)): \(rule); found \(found); write \(write)")
    }
}
