internal import PosthornFormat
internal import PosthornSpec

/// The endpoints, groups and types of an import in a given number of files.
///
/// A build plugin names the files before anything reads the document. The place of an entry depends on its name only, so
/// that a change of one entry changes one file.
struct FileSpread {
    private static let spread = ["endpoints", "groups", "types"]

    private var files: [[SpecMember]]

    init(_ files: [[SpecMember]], over count: Int) {
        self.files = Array(repeating: [], count: count)
        for member in files.joined() { add(member) }
    }

    /// The files with their names, without empty ones.
    var named: [(name: String, members: [SpecMember])] {
        files.enumerated().filter { !$0.element.isEmpty }.map {
            ("\(OpenAPIImport.spreadName)+\($0.offset + 1).yaml", $0.element)
        }
    }

    private mutating func add(_ member: SpecMember) {
        // Nobody takes keys from comments in the files of a build.
        guard !member.isProposed else { return }
        switch member.value {
        case .block(let members), .map(let members):
            guard Self.spread.contains(member.key) else { fallthrough }
            for own in members {
                merge(.block([own]), under: member.key, at: Self.hash(own.key, files.count))
            }
        default: merge(member.value, under: member.key, at: 0)
        }
    }

    private mutating func merge(_ value: SpecValue, under key: String, at index: Int) {
        guard let place = files[index].firstIndex(where: { $0.key == key }) else {
            files[index].append(SpecMember(key, value, isSeparated: !files[index].isEmpty))
            return
        }
        switch (files[index][place].value, value) {
        case (.block(let old), .block(let new)): files[index][place].value = .block(old + new)
        case (.list(let old), .list(let new)): files[index][place].value = .list(old + new)
        default: files[index].append(SpecMember(key, value))
        }
    }

    /// Returns a number below `count`, the same for a name in every run (FNV-1a).
    private static func hash(_ name: String, _ count: Int) -> Int {
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return Int(hash % UInt64(count))
    }
}
