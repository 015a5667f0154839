internal import FoundationEssentials
internal import PosthornSpec

/// The output folder for the Swift of a service.
package struct OutputFolder: Sendable {
    /// An error of a file that cannot be written.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package var path: String
        /// The reason and the advice as a sentence.
        package var description: String
    }

    private static let beginning = "// Generated from "

    package var path: String

    /// Creates a value for a folder.
    ///
    /// The folder itself is created by the first write.
    package init(path: String) { self.path = path }

    /// Writes the files of a service, except those that would not change.
    ///
    /// An unchanged file keeps its modification date, so that nothing is recompiled.
    /// - Returns: The paths of the written files.
    /// - Throws: A ``Failure`` if a file cannot be read or written, or if its place holds a file that was not
    ///   generated. In the latter case, or if a file cannot be read, no file is written. If writing fails,
    ///   earlier files of the service stay written.
    package func write(_ service: GeneratedService) throws(Failure) -> [String] {
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

    /// Returns whether a text differs from that of the generated file.
    ///
    /// - Throws: A ``Failure`` if the existing file was not generated or cannot be read.
    private func isChanged(_ text: String, at path: String) throws(Failure) -> Bool {
        let old: [UInt8]
        do throws(SystemFile.Failure) {
            let file = try SystemFile(reading: path)
            _ = try file.size()
            // One more byte reveals a longer file.
            old = try file.bytes(upTo: text.utf8.count + 1)
        } catch {
            if case .refused(_, isMissing: true) = error { return true }
            throw Failure(path: path, error)
        }
        if text.hasUTF8(old) { return false }
        // A truncated file may end within its first line.
        let beginning = Self.beginning.utf8
        guard old.starts(with: beginning) || beginning.starts(with: old) else {
            throw Failure(path: path, found: "a file that was not generated is in its place")
        }
        return true
    }

    /// Returns a warning for each generated file in the folder without a spec in the service.
    ///
    /// The files are not removed, because another service may write to the same folder.
    package func leftovers(_ service: GeneratedService) -> [String] {
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
