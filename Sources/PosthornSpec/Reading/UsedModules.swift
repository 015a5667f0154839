/// The reader of the types of other modules that a service uses.
struct UsedModules {
    let modules: OtherModules
    /// The modules that are being read, the outermost first.
    let path: [String]

    /// Returns the files with types of the modules under `uses`, and reports those that cannot be used.
    func files(of node: YAMLNode, _ log: FileLog) -> [SpecFile] {
        let level =
            node.entries?["access"]?.value.text.flatMap(AccessLevel.init) ?? AccessLevel.public
        var files: [SpecFile] = []
        var owners: [String: String] = [:]
        for name in node.uses {
            let own = read(name, for: level, log).filter { file in
                !files.contains { $0.path == file.path }
            }
            for file in own {
                for type in file.types {
                    let module = file.module ?? name.text
                    if let first = owners.updateValue(module, forKey: type.name) {
                        log.error(
                            name.mark, "a type of one name is used from one target",
                            found: "\(quoted(type.name)) in \(quoted(first)) and \(quoted(module))",
                            write: "another name for one of the two")
                    }
                }
            }
            files += own
        }
        return files
    }

    private func read(_ name: TypeName, for level: AccessLevel, _ log: FileLog) -> [SpecFile] {
        guard !path.contains(name.text) else {
            let circle = path.drop { $0 != name.text } + [name.text]
            log.error(
                name.mark, "targets do not use each other in a circle",
                found: circle.joined(separator: " → "),
                write: "the types that both need in a target of their own")
            return []
        }
        let sources = modules.names.contains(name.text) ? modules.sources(name.text) : []
        guard !sources.isEmpty else {
            log.refuseUnknown(
                name.text, at: name.mark, "'uses' names targets with specs", known: modules.names,
                else: "the name of a target among the 'dependencies' of this one in Package.swift")
            return []
        }
        let result = SpecReader.read(sources, modules: modules, path: path + [name.text])
        let errors = result.diagnostics.filter { $0.severity == .error }
        if let first = errors.first {
            log.error(
                name.mark, "the specs of a used target have no errors",
                // A circle is not visible in any one of its targets.
                found: first.found.contains(" → ")
                    ? first.found : "\(errors.count), first in \(lastComponent(first.path))",
                write: "the corrections there first")
            return []
        }
        let visible = result.documents.filter { $0.service.access.isVisible(to: level) }
        guard !visible.isEmpty else {
            log.error(
                name.mark, "the types of a used target are visible",
                found: "'access: \(result.documents[0].service.access)' in \(quoted(name.text))",
                write: "'access: public' there")
            return []
        }
        return Self.files(of: visible, in: name.text)
    }

    /// Returns the files of services with their types only, each once.
    private static func files(of documents: [SpecDocument], in module: String) -> [SpecFile] {
        var paths: Set<String> = []
        var files: [SpecFile] = []
        for document in documents {
            for var file in document.files where paths.insert(file.path).inserted {
                (file.hasService, file.isShared, file.endpoints, file.groups) = (
                    false, false, [], []
                )
                (file.standalone, file.leftOut) = ([], [])
                file.types.removeAll { document.nestedTypes.contains($0.name) }
                file.module = file.module ?? module
                files.append(file)
            }
        }
        return files
    }
}

extension AccessLevel {
    /// Returns whether code of another module, with declarations of a level, can use declarations of this level.
    fileprivate func isVisible(to other: AccessLevel) -> Bool {
        self == .public || self == .package && other != .public
    }
}
