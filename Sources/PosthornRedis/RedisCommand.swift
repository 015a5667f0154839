#if Redis
    import FoundationEssentials

    /// A script with its names and arguments.
    struct RedisCommand: Sendable {
        let script: RedisScript
        let names: [Data]
        let arguments: [Data]
        /// The connection to which the server shall report changes of what the command reads; `nil` for none.
        var session: Int?

        /// About the length in bytes.
        var length: Int {
            let names = names.reduce(0) { $0 + $1.count + 16 }
            return arguments.reduce(names) { $0 + $1.count + 16 }
        }
    }

    extension RedisCommand {
        /// Whether the command adds a call to an outbox, which only some servers keep.
        var isSubmission: Bool { script == .addCall }

        /// Whether a connection whose reports go to `session` has the server report changes of what the command reads.
        func isWatched(by session: Int?) -> Bool { self.session != nil && self.session == session }

        /// The words of the command that runs the script, which the scripts' texts or hashes name.
        ///
        /// A watched one has another command before it.
        func words(_ verb: String, _ scripts: [Data], _ session: Int?) -> [[Data]] {
            let words =
                [Data(verb.utf8), scripts[script.rawValue], Data(names.count)] + names + arguments
            guard isWatched(by: session) else { return [words] }
            return [["CLIENT", "CACHING", "YES"].map { Data($0.utf8) }, words]
        }

        /// Returns the bytes of commands, each of some words.
        static func encode(_ commands: [[Data]]) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(
                commands.joined().reduce(16 * commands.count) { $0 + $1.count + 16 })
            func append(_ mark: UInt8, _ count: Int) {
                bytes.append(mark)
                bytes.append(contentsOf: String(count).utf8)
                bytes.append(contentsOf: [13, 10])
            }
            for words in commands {
                append(UInt8(ascii: "*"), words.count)
                for word in words {
                    append(UInt8(ascii: "$"), word.count)
                    word.withUnsafeBytes { bytes.append(contentsOf: $0) }
                    bytes.append(contentsOf: [13, 10])
                }
            }
            return bytes
        }
    }
#endif
