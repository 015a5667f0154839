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
            do throws(OutputFile.Failure) {
                // A longer one is another one.
                let limit = file.text.utf8.count + 1
                guard let old = try OutputFile.bytes(of: path, upTo: limit) else {
                    changed.append((path, file.text))
                    continue
                }
                if old.elementsEqual(file.text.utf8) { continue }
                // One that was cut off may end within its first line.
                let beginning = OutputFile.beginning.utf8
                guard old.starts(with: beginning) || beginning.starts(with: old) else {
                    throw OutputFile.Failure(
                        description: "a file that was not generated is in its place")
                }
                changed.append((path, file.text))
            } catch {
                throw Failure(path: path, error)
            }
        }
        for (path, text) in changed {
            do throws(OutputFile.Failure) {
                try OutputFile.write(text, to: path)
            } catch {
                throw Failure(path: path, error)
            }
        }
        return changed.map(\.path)
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
                data.starts(with: OutputFile.beginning.utf8)
            else { return nil }
            return "\(path):1:1: warning: generated Swift has a spec; found none of this service; "
                + "write the spec again, or remove the file"
        }
    }
}

extension OutputFolder.Failure {
    fileprivate init(path: String, _ failure: OutputFile.Failure) {
        self.init(
            path: path,
            description: "the Swift cannot be written; found \(failure.description); write another "
                + "output folder, or move what is there")
    }
}
