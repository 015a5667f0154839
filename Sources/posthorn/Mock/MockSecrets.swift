#if MockServer
    internal import ArgumentParser
    internal import FoundationEssentials
    internal import Glibc
    internal import PosthornCodegen
    internal import PosthornCore
    internal import PosthornMock
    internal import PosthornSpec

    /// The keys and credentials of a service, from the environment and a file.
    struct MockSecrets {
        let service: String

        /// Returns the keys, and makes those that are missing.
        func keys(_ document: SpecDocument, file: String?) throws -> MockKeys {
            let stored = try file.map { try read($0) } ?? [:]
            let environment = ProcessInfo.processInfo.environment
            let spec = document.service
            var texts: [String: String] = [:]
            for name in (spec.ciphers + spec.signers).map(\.name) + spec.auth.map(\.name) {
                for name in [name, name + "-server"] {
                    texts[name] = environment[variable(name)] ?? stored["\(service).\(name)"]
                }
            }
            var keys = MockKeys(texts)
            let made = try keys.makeMissing(for: spec)
            if !made.isEmpty { try write(made) }
            return keys
        }

        /// Returns the environment variable of a name, such as `POSTHORN_SHOPAPI_PARTNER`.
        private func variable(_ name: String) -> String {
            "POSTHORN_"
                + "\(service)_\(name)".uppercased().map { character in
                    character.isASCII && (character.isLetter || character.isNumber)
                        ? character : "_"
                }
        }

        private func read(_ path: String) throws -> [String: String] {
            var status = stat()
            guard stat(path, &status) == 0,
                let data = try? Data(contentsOf: URL(filePath: path))
            else {
                throw refusal(path, "a file of secrets can be read", "none", "its path")
            }
            guard status.st_mode & 0o077 == 0 else {
                let mode = "0" + String(status.st_mode & 0o777, radix: 8)
                throw refusal(
                    path, "a file of secrets has the mode 0600", mode,
                    "'chmod 600 \(oneLine(path))'")
            }
            guard let members = (try? JSONValue(document: data))?.object else {
                throw refusal(
                    path, "a file of secrets is a JSON object of texts", "another text",
                    "'{\"\(service).user\": \"…\"}'")
            }
            return members.compactMapValues(\.string)
        }

        /// Writes keys to a new file that only its owner can read, and tells where it is.
        private func write(_ made: [String: String]) throws {
            let folder = FileManager.default.temporaryDirectory.path
            let path = "\(folder)/posthorn-mock-\(service)-\(getpid()).json"
            let names = Dictionary(uniqueKeysWithValues: made.map { ("\(service).\($0)", $1) })
            let bytes = try JSONValue.object(names.mapValues { .string($0) }).document()
            unlink(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            let isWritten =
                descriptor >= 0
                && bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                    == bytes.count
            if descriptor >= 0 { close(descriptor) }
            guard isWritten else {
                throw refusal(
                    path, "a file for the made keys can be written",
                    String(cString: strerror(errno)), "keys in '--secrets'")
            }
            StandardError.write([
                "posthorn: made keys for \(made.keys.sorted().joined(separator: ", ")), in \(path)"
            ])
        }

        private func refusal(
            _ path: String, _ rule: String, _ found: String, _ write: String
        ) -> any Error {
            StandardError.write([
                "posthorn: \(oneLine(path)): \(rule); found \(found); write \(write)"
            ])
            return ExitCode.unreadable
        }
    }
#endif
