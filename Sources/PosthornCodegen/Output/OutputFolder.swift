internal import FoundationEssentials

/// The folder that the Swift of a service goes to.
public struct OutputFolder: Sendable {
    /// A file that cannot be written.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The file.
        public var path: String
        /// Why.
        public var description: String
    }

    /// How each generated file begins.
    private static let beginning = "// Generated from "

    /// The folder's path.
    public var path: String

    /// Creates a folder's description; the folder itself is made when something is written.
    public init(path: String) {
        self.path = path
    }

    /// Writes the files of a service that are not there yet with the same bytes.
    ///
    /// An untouched file keeps its date, so that nothing that depends on it is compiled again.
    /// - Returns: The paths of the files that were written.
    /// - Throws: A ``Failure`` if one cannot be written, or has been written by somebody else; then
    ///   none is.
    public func write(_ service: GeneratedService) throws(Failure) -> [String] {
        var changed: [(path: String, text: String)] = []
        for file in service.files {
            let path = path + "/" + file.name
            if try isChanged(file.text, at: path) { changed.append((path, file.text)) }
        }
        for (path, text) in changed {
            do throws(SystemFile.Failure) {
                try SystemFile(replacing: path).append(Array(text.utf8))
            } catch {
                throw Failure(path: path, error)
            }
        }
        return changed.map(\.path)
    }

    /// Whether a text is not what a generated file has.
    private func isChanged(_ text: String, at path: String) throws(Failure) -> Bool {
        let old: [UInt8]
        do throws(SystemFile.Failure) {
            let file = try SystemFile(reading: path)
            _ = try file.size()
            // A longer one is another one.
            old = try file.bytes(upTo: text.utf8.count + 1)
        } catch {
            if case .refused(_, isMissing: true) = error { return true }
            throw Failure(path: path, error)
        }
        if old.elementsEqual(text.utf8) { return false }
        // One that was cut off may end within its first line.
        let beginning = Self.beginning.utf8
        guard old.starts(with: beginning) || beginning.starts(with: old) else {
            throw Failure(path: path, found: "a file that was not generated is in its place")
        }
        return true
    }

    /// A warning for each generated file whose spec is gone.
    ///
    /// They are not removed: another service may write to the same folder.
    public func leftovers(_ service: GeneratedService) -> [String] {
        let own = Set(service.files.map(\.name))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasSuffix(".swift"), !own.contains(name) else { return nil }
            let path = path + "/" + name
            guard let data = try? Data(contentsOf: URL(filePath: path)),
                data.starts(with: Self.beginning.utf8)
            else { return nil }
            return "\(path):1:1: warning: generated Swift has a spec; found none of this service; "
                + "write the spec again, or remove the file"
        }
    }
}

extension OutputFolder.Failure {
    fileprivate init(path: String, _ failure: SystemFile.Failure) {
        let found =
            switch failure {
            case .noFile: "a folder, a pipe or a device has its name"
            case .refused(let reason, _): reason
            }
        self.init(path: path, found: found)
    }

    fileprivate init(path: String, found: String) {
        self.init(
            path: path,
            description:
                "the Swift cannot be written; found \(found); write another output folder, or "
                + "move what is there")
    }
}
