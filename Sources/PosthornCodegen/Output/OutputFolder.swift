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
    /// - Returns: The paths of the files that were written.
    public func write(_ service: GeneratedService) throws(Failure) -> [String] {
        var written: [String] = []
        for file in service.files {
            let path = path + "/" + file.name
            do {
                if try OutputFile.write(file.text, to: path) { written.append(path) }
            } catch {
                throw Failure(path: path, description: "the Swift cannot be written: \(error)")
            }
        }
        return written
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
                data.starts(with: "// Generated from ".utf8)
            else { return nil }
            return "\(path):1:1: warning: generated Swift has a spec; found none of this service; "
                + "write the spec again, or remove the file"
        }
    }
}
