import FoundationEssentials

#if canImport(Glibc)
    import Glibc
    private let (readBytes, writeBytes) = (Glibc.read, Glibc.write)
#elseif canImport(Musl)
    import Musl
    private let (readBytes, writeBytes) = (Musl.read, Musl.write)
#else
    import Darwin
    private let (readBytes, writeBytes) = (Darwin.read, Darwin.write)
#endif

/// The answers in a directory, a file each, those that were not used for longest removed first.
///
/// Files are written under another name and renamed, so that each is whole or not there. They are not
/// waited for to be on disk: what a crash damages has a wrong checksum, and is dropped when it is read.
final class DiskStore: Sendable {
    private let directory: String
    private let capacity: Int
    private let index: Locked<Index>
    private let parts = Locked(0)

    private struct Index: Sendable {
        struct File {
            var size: Int
            var lastUse: Int
        }

        /// By the names of groups, and in them by their own.
        var groups: [String: [String: File]] = [:]
        var bytes = 0
        var uses = 0

        mutating func put(_ name: String, size: Int) {
            remove(name)
            uses += 1
            groups[DiskStore.group(of: name), default: [:]][name] = File(size: size, lastUse: uses)
            bytes += size
        }

        mutating func touch(_ name: String) {
            uses += 1
            groups[DiskStore.group(of: name)]?[name]?.lastUse = uses
        }

        mutating func remove(_ name: String) {
            let group = DiskStore.group(of: name)
            bytes -= groups[group]?.removeValue(forKey: name)?.size ?? 0
            if groups[group]?.isEmpty == true { groups[group] = nil }
        }

        /// Takes out what was not used for longest, down to nine tenths of the room.
        mutating func shrink(to capacity: Int) -> [String] {
            guard bytes > capacity else { return [] }
            let files = groups.values.flatMap { $0 }.sorted { $0.value.lastUse < $1.value.lastUse }
            var gone: [String] = []
            for (name, _) in files where bytes > capacity - capacity / 10 {
                remove(name)
                gone.append(name)
            }
            return gone
        }
    }

    /// Opens a directory, which is made if it is not there.
    /// - Throws: a ``TransportError`` with the code `fileFailed` if there is none and none can be made.
    init(directory: String, capacity: Int) throws(TransportError) {
        self.directory = directory
        self.capacity = capacity
        var found = stat()
        guard !directory.isEmpty, !directory.utf8.contains(0),
            mkdir(directory, 0o700) == 0 || errno == EEXIST, stat(directory, &found) == 0,
            found.st_mode & S_IFMT == S_IFDIR, access(directory, R_OK | W_OK | X_OK) == 0
        else {
            throw TransportError(
                .fileFailed, "the directory of the cache can't be used or made",
                advice: "check its path, that the one above it is there, and their permissions",
                nothingSent: true)
        }
        var index = Index()
        var files: [(name: String, size: Int, used: Int)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            if name.hasSuffix(Self.partial) { unlink(directory + "/" + name) }
            guard name.hasSuffix(Self.suffix), name.utf8.count == Self.nameLength,
                lstat(directory + "/" + name, &found) == 0, found.st_mode & S_IFMT == S_IFREG
            else { continue }
            let used = Int(found.st_mtim.tv_sec) &* 1_000_000_000 &+ found.st_mtim.tv_nsec
            files.append((name, Int(found.st_size), used))
        }
        for file in files.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
            index.put(file.name, size: file.size)
        }
        for name in index.shrink(to: capacity) { unlink(directory + "/" + name) }
        self.index = Locked(index)
    }

    /// Bytes of all files.
    var bytes: Int { index.withLock { $0.bytes } }

    /// The answers of a key; what can't be read is removed.
    func answers(for key: CacheKey) -> [StoredAnswer] {
        let group = Self.group(key)
        let names = index.withLock { Array(($0.groups[group] ?? [:]).keys) }
        return names.compactMap { name in
            let answer = read(name).flatMap { EntryCode.decode($0, for: key) }
            if answer == nil {
                remove([name])
            } else {
                index.withLock { $0.touch(name) }
                utimensat(AT_FDCWD, path(name), nil, 0)
            }
            return answer
        }
    }

    /// Keeps an answer; if it can't be written, it and what it replaces are not there.
    func insert(_ answer: StoredAnswer, for key: CacheKey) {
        let name = Self.name(key, answer.nominated)
        let entry = EntryCode.encode(answer, for: key)
        guard entry.count <= capacity / 8, write(entry, as: name) else { return remove([name]) }
        let gone = index.withLock { index in
            index.put(name, size: entry.count)
            return index.shrink(to: capacity)
        }
        remove(gone)
    }

    /// Forgets the answers of a key.
    func remove(_ key: CacheKey) {
        let group = Self.group(key)
        remove(index.withLock { Array(($0.groups[group] ?? [:]).keys) })
    }

    /// Forgets all answers of a URL, whoever asked.
    func remove(url: String) {
        let prefix = Self.hash(url) + "-"
        remove(
            index.withLock { index in
                index.groups.filter { $0.key.hasPrefix(prefix) }.flatMap { $0.value.keys }
            })
    }

    /// Forgets all.
    func removeAll() {
        remove(index.withLock { index in index.groups.values.flatMap { $0.keys } })
    }

    private func remove(_ names: [String]) {
        index.withLock { index in for name in names { index.remove(name) } }
        for name in names { unlink(path(name)) }
    }

    private func path(_ name: String) -> String { directory + "/" + name }

    private func read(_ name: String) -> Data? {
        let descriptor = open(path(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            found.st_size <= off_t(capacity)
        else { return nil }
        var data = Data(count: Int(found.st_size))
        var filled = 0
        while filled < data.count {
            let count = data.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return readBytes(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            filled += count
        }
        return data
    }

    private func write(_ data: Data, as name: String) -> Bool {
        let number = parts.withLock { count in
            count += 1
            return count
        }
        let part = path("\(getpid())-\(number)" + Self.partial)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(part, flags, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = data.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let count = writeBytes(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed, rename(part, path(name)) == 0 else {
            unlink(part)
            return false
        }
        return true
    }

    // Names are hashes, so that none is too long or leads elsewhere. Two keys with one hash replace each
    // other: an entry has its key in it.
    private static let suffix = ".answer"
    private static let partial = ".answer.part"
    private static let nameLength = 3 * 16 + 2 + suffix.utf8.count

    private static func group(_ key: CacheKey) -> String {
        hash(key.url) + "-" + hash(key.identity)
    }

    private static func group(of name: String) -> String { String(name.prefix(2 * 16 + 1)) }

    private static func name(_ key: CacheKey, _ nominated: [StoredAnswer.Nominated]) -> String {
        let fields = nominated.map { "\($0.name.canonicalName):\($0.value.map { "=" + $0 } ?? "")" }
        return group(key) + "-" + hash(fields.sorted().joined(separator: "\n")) + suffix
    }

    private static func hash(_ text: String) -> String {
        let digits = String(EntryCode.checksum(Array(text.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
