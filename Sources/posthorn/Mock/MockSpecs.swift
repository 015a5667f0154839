#if MockServer
    internal import ArgumentParser
    internal import FoundationEssentials
    internal import PosthornCodegen
    internal import PosthornSpec

    /// The specs of a folder, which may change while they are served.
    struct MockSpecs {
        let folder: String
        let service: String?

        private var files: [String]? {
            SpecFolder.files(below: folder)
                ?? (SpecFolder.isSpec(folder) && FileManager.default.fileExists(atPath: folder)
                    ? [folder] : nil)
        }

        /// The sizes and dates of the files, which differ after a change.
        var signature: [String] {
            (files ?? []).map { path in
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
                return "\(path) \(date ?? 0) \(attributes?[.size] as? Int ?? 0)"
            }
        }

        /// Reads the service; throws the diagnostics of the build if there is an error.
        func read() throws -> SpecDocument {
            guard let files, !files.isEmpty else {
                StandardError.write(["posthorn: there is no *.yaml in \(oneLine(folder))"])
                throw ExitCode.unreadable
            }
            let specs = SpecFolder(files: files)
            StandardError.write(specs.unreadable.map(\.description))
            guard specs.unreadable.isEmpty else { throw ExitCode.unreadable }
            let read = SpecReader.read(specs.sources, modules: OtherModules(beside: folder))
            StandardError.write(
                read.diagnostics.filter { $0.severity == .error }.map(\.description))
            guard read.document != nil else { throw ExitCode.brokenSpec }
            let named = read.documents.filter { !$0.service.name.isEmpty }
            let chosen = service.map { name in named.filter { $0.service.name == name } } ?? named
            guard let document = chosen.first, chosen.count == 1 else {
                let names = named.map(\.service.name).joined(separator: ", ")
                StandardError.write([
                    "posthorn: a mock has one service; found \(names.isEmpty ? "only types" : names); "
                        + "write '--service' with the name of one"
                ])
                throw ExitCode.validationFailure
            }
            return document
        }
    }
#endif
