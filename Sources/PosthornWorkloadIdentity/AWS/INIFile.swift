internal import PosthornCore

/// A file of sections with settings, as AWS's libraries read it.
///
/// A line that is indented more than the setting above it belongs to that setting, and is not read.
struct INIFile {
    /// The settings by section; names of settings are in lowercase.
    private(set) var sections: [String: [String: String]] = [:]

    private let path: String
    private var section: String?
    private var name: String?
    private var indentation = 0

    /// - Parameter path: The path of the file, for errors.
    init(_ text: String, path: String) throws(WorkloadIdentityError) {
        self.path = path
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            try read(line, number: index + 1)
        }
    }

    private mutating func read(
        _ line: Substring, number: Int
    ) throws(WorkloadIdentityError) {
        let content = line.trimmed
        if content.isEmpty || content.hasPrefix("#") || content.hasPrefix(";") { return }
        let indentation = line.prefix { $0.isWhitespace }.count
        if name != nil, indentation > self.indentation { return }
        self.indentation = indentation
        if content.hasPrefix("["), let end = content.lastIndex(of: "]") {
            try begin(String(content[content.index(after: content.startIndex)..<end]), number)
        } else {
            try add(content, number)
        }
    }

    private mutating func begin(_ name: String, _ number: Int) throws(WorkloadIdentityError) {
        guard !name.isEmpty else { throw error(number, "the section has no name") }
        guard sections.updateValue([:], forKey: name) == nil else {
            throw error(number, "the section [\(name)] is there twice")
        }
        (section, self.name) = (name, nil)
    }

    private mutating func add(_ content: String, _ number: Int) throws(WorkloadIdentityError) {
        guard let section else { throw error(number, "a setting stands before the first section") }
        guard let end = content.firstIndex(where: { $0 == "=" || $0 == ":" }),
            case let name = content[..<end].trimmed.lowercased(), !name.isEmpty
        else { throw error(number, "the line is no section and no setting") }
        let value = content[content.index(after: end)...].trimmed
        guard sections[section]?.updateValue(value, forKey: name) == nil else {
            throw error(number, "the setting \(name) of [\(section)] is there twice")
        }
        self.name = name
    }

    private func error(_ line: Int, _ message: String) -> WorkloadIdentityError {
        .invalid("\(path):\(line): \(message)", "correct the line")
    }
}
