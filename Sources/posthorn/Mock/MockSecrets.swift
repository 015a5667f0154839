#if MockServer
    internal import FoundationEssentials
    internal import Glibc
    internal import PosthornMock
    internal import PosthornSpec
    internal import Synchronization

    /// The keys and credentials of a mock, from the environment and a file.
    struct MockSecrets {
        let service: ServiceSpec

        /// Returns the keys, and makes those that are missing.
        func keys(file: String?) throws -> MockKeys {
            let stored = try file.map { path throws(ToolFailure) in
                guard FileManager.default.fileExists(atPath: path) else {
                    throw ToolFailure(
                        .secret,
                        "posthorn: \(oneLine(path)): a file of secrets can be read; found none; write its path"
                    )
                }
                return try SecretFile(path).read()
            }
            let secrets = CallSecrets(service.name, environment: nil, stored: stored ?? [:])
            var texts: [String: String] = [:]
            let names = (service.ciphers + service.signers).map(\.name) + service.auth.map(\.name)
            for name in names.flatMap({ [$0, MockKeys.serverName($0)] }) {
                texts[name] = secrets.text(of: name)
            }
            var keys = MockKeys(texts)
            let made = try keys.makeMissing(for: service)
            if !made.isEmpty { try write(made) }
            return keys
        }

        /// Writes keys to a new file that only its owner can read and that goes with the mock, and tells where it is.
        private func write(_ made: [String: String]) throws(ToolFailure) {
            let folder = FileManager.default.temporaryDirectory.path
            let file = SecretFile("\(folder)/posthorn-mock-\(service.name)-\(getpid()).json")
            unlink(file.path)
            try file.write(
                Dictionary(uniqueKeysWithValues: made.map { ("\(service.name).\($0)", $1) }))
            StandardError.write([
                "posthorn: made keys for \(made.keys.sorted().joined(separator: ", ")), in \(file.path)"
            ])
            Self.written.withLock { $0 = file.path }
            atexit {
                if let path = MockSecrets.written.withLock({ $0 }) { unlink(path) }
            }
        }

        /// The file that goes with the mock.
        private static let written = Mutex<String?>(nil)
    }
#endif
