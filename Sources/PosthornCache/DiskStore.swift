import FoundationEssentials
import Glibc

/// Stores responses in a directory, one file each, and evicts the least recently used first.
///
/// Each file is written under a temporary name and renamed, so that it is complete or absent. It is not
/// synced to disk. A crash can damage it; the checksum then fails, and the file is dropped when it is read.
final class DiskStore: Sendable {
    private let directory: String
    private let capacity: Int
    private let index: Locked<Index>
    private let parts = Locked(0)

    /// File names by group, with the request fields that select a response.
    ///
    /// `nil` if the file was not read yet.
    fileprivate typealias Index = RecencyStore<String, [StoredResponse.Nominated]?>

    /// Opens a directory, and creates it if it does not exist.
    ///
    /// - Throws: A `TransportError` with the code `fileFailed` if the directory can't be used or created,
    ///   or if others can write to it.
    init(directory: String, capacity: Int) throws(TransportError) {
        // With a slash at its end, `lstat` would follow a link.
        var directory = directory
        while directory.utf8.count > 1, directory.hasSuffix("/") { directory.removeLast() }
        self.directory = directory
        self.capacity = capacity
        var found = stat()
        guard !directory.isEmpty, !directory.utf8.contains(0),
            mkdir(directory, 0o700) == 0 || errno == EEXIST, lstat(directory, &found) == 0,
            [S_IFDIR, S_IFLNK].contains(found.st_mode & S_IFMT),
            access(directory, R_OK | W_OK | X_OK) == 0
        else {
            throw TransportError(
                .fileFailed, "the cache directory can't be used or created",
                advice: "check its path and permissions, and that its parent directory exists",
                isSafeToRetry: true)
        }
        // Write access to the directory would let others forge responses.
        guard found.st_mode & S_IFMT == S_IFDIR, found.st_uid == geteuid(),
            found.st_mode & 0o022 == 0
        else {
            throw TransportError(
                .fileFailed,
                "the cache directory is a link, or another user owns it or can write to it",
                advice: "use a directory that the program's user owns, with mode 0700, or a path "
                    + "that does not exist yet",
                isSafeToRetry: true)
        }
        var index = Index()
        var files: [(name: String, size: Int, used: Int)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            if Self.isPart(name) { unlink(directory + "/" + name) }
            guard name.hasSuffix(Self.suffix), name.utf8.count == Self.nameLength,
                lstat(directory + "/" + name, &found) == 0, found.st_mode & S_IFMT == S_IFREG
            else { continue }
            let used = Int(found.st_mtim.tv_sec) &* 1_000_000_000 &+ found.st_mtim.tv_nsec
            files.append((name, Int(found.st_size), used))
        }
        for file in files.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
            for name in index.put(file.name, size: file.size) { unlink(directory + "/" + name) }
        }
        for name in index.shrink(to: capacity) { unlink(directory + "/" + name) }
        self.index = Locked(index)
    }

    /// The total size of all files in bytes.
    var bytes: Int { index.withLock { $0.cost } }

    func holds(_ key: CacheKey) -> Bool { index.withLock { $0.groups[Self.group(key)] != nil } }

    /// Returns the responses of a key, least recently used first.
    ///
    /// Removes damaged files.
    func responses(for key: CacheKey) -> [StoredResponse] {
        let names = index.withLock { $0.keys(of: Self.group(key)) }
        return names.compactMap { name in
            guard let response = response(name, for: key) else { return nil }
            utimensat(AT_FDCWD, path(name), nil, 0)
            return response
        }
    }

    /// Stores a response and removes those that it replaces.
    ///
    /// If it is too large or can't be written, the old responses are removed all the same.
    ///
    /// - Parameter request: The header fields of the request. `nil`, the default, replaces only responses
    ///   selected by fields that the response's own `Vary` names.
    func insert(_ response: StoredResponse, to request: HTTPFields? = nil, for key: CacheKey) {
        let name = Self.name(key, response.nominated)
        let entry = EntryCode.encode(response, for: key)
        remove([name] + names(replacedBy: response, to: request, for: key))
        guard entry.count <= capacity / 8, write(entry, as: name) else { return remove([name]) }
        let evicted = index.withLock { index in
            let evicted = index.put(name, size: entry.count, nominated: response.nominated)
            return evicted + index.shrink(to: capacity)
        }
        remove(evicted)
    }

    private func names(
        replacedBy response: StoredResponse, to request: HTTPFields?, for key: CacheKey
    ) -> [String] {
        let group = Self.group(key)
        let files = index.withLock { $0.groups[group] ?? [:] }
        return files.compactMap { name, file in
            guard let nominated = file.value ?? self.response(name, for: key)?.nominated else {
                return nil
            }
            let isReplaced = nominated.allSatisfy { field in
                guard let request else { return response.nominated.contains(field) }
                return request.bytes(of: field.name) == field.value
            }
            return isReplaced ? name : nil
        }
    }

    func remove(_ key: CacheKey) {
        let group = Self.group(key)
        remove(index.withLock { Array(($0.groups[group] ?? [:]).keys) })
    }

    func remove(url: String) {
        let prefix = Self.hash(url) + "-"
        remove(
            index.withLock { index in
                index.groups.filter { $0.key.hasPrefix(prefix) }.flatMap { $0.value.keys }
            })
    }

    func removeAll() { remove(index.withLock { index in index.groups.values.flatMap { $0.keys } }) }

    private func remove(_ names: [String]) {
        index.withLock { index in
            for name in names { index.set(nil, at: name, in: Self.group(of: name)) }
        }
        for name in names { unlink(path(name)) }
    }

    private func path(_ name: String) -> String { directory + "/" + name }

    /// Reads a response, and removes its file if it is not a valid entry.
    ///
    /// `nil` too if the file can't be opened or read at the moment, for example for lack of descriptors. Such
    /// a file stays.
    private func response(_ name: String, for key: CacheKey) -> StoredResponse? {
        let descriptor = open(path(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { remove([name]) }
            return nil
        }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { return nil }
        guard found.st_mode & S_IFMT == S_IFREG, found.st_size <= off_t(capacity) else {
            remove([name])
            return nil
        }
        guard let bytes = read(descriptor, Int(found.st_size)) else { return nil }
        guard let response = EntryCode.decode(bytes, for: key) else {
            remove([name])
            return nil
        }
        index.withLock { $0.use(name, in: Self.group(of: name), as: response.nominated) }
        return response
    }

    /// Returns the bytes of a file, fewer if it has become shorter, or `nil` if it can't be read.
    private func read(_ descriptor: Int32, _ size: Int) -> Data? {
        var data = Data(count: size)
        return data.withUnsafeMutableBytes { $0.fill(from: descriptor) }.map { data.prefix($0) }
    }

    private func write(_ data: Data, as name: String) -> Bool {
        let number = parts.withLock { count in
            count += 1
            return count
        }
        let part = path("\(getpid())-\(number)" + Self.partial)
        return data.writeFile(at: path(name), through: part, syncs: false)
    }

    // Names are hashes, so their length is fixed and they can't leave the directory. Each entry contains its
    // key, so a hash collision only replaces an entry.
    private static let suffix = ".answer"
    private static let partial = ".answer.part"
    private static let nameLength = 3 * 16 + 2 + suffix.utf8.count

    private static func group(_ key: CacheKey) -> String {
        hash(key.url) + "-" + hash(key.identity)
    }

    fileprivate static func group(of name: String) -> String { String(name.prefix(2 * 16 + 1)) }

    private static func name(_ key: CacheKey, _ nominated: [StoredResponse.Nominated]) -> String {
        let fields = nominated.map { field in
            Array("\(field.name.canonicalName):".utf8)
                + (field.value.map { Array("=".utf8) + $0 } ?? [])
        }
        let sorted = fields.sorted { $0.lexicographicallyPrecedes($1) }
        return group(key) + "-" + hash(Array(sorted.joined(separator: [0x0a]))) + suffix
    }

    /// Whether a name is one of the store's temporary files.
    private static func isPart(_ name: String) -> Bool {
        guard name.hasSuffix(partial) else { return false }
        let numbers = name.dropLast(partial.utf8.count).split(
            separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy(\.isDigits)
    }

    private static func hash(_ text: String) -> String { hash(Array(text.utf8)) }

    private static func hash(_ bytes: [UInt8]) -> String {
        let digits = String(EntryCode.checksum(bytes), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension DiskStore.Index {
    /// Adds a file and returns the names of the files that exceed the limit of its group.
    fileprivate mutating func put(
        _ name: String, size: Int, nominated: [StoredResponse.Nominated]? = nil
    ) -> [String] {
        let group = DiskStore.group(of: name)
        set(.some(nominated), cost: size, at: name, in: group)
        let evicted = Array(keys(of: group).dropLast(MemoryStore.variants))
        for name in evicted { set(nil, at: name, in: group) }
        return evicted
    }
}
