internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornSpec

/// The specs of a target: those of a folder, or files that are named themselves.
struct SpecTarget {
    /// The files that could be read.
    let files: SpecFolder
    /// The path of the folder, or `nil` for single files.
    let folder: String?

    /// Reads a folder or single files.
    ///
    /// - Parameter shown: The path of the folder in errors, or `nil` for that itself.
    init(_ paths: [String], shown: String? = nil) throws(ToolFailure) {
        let targets = try Self.all(paths, shown: shown)
        guard targets.count == 1 else {
            throw ToolFailure(
                .unreadable,
                "posthorn: specs are those of one target; found \(paths.joined(separator: ", ")); "
                    + "write one folder, or only files")
        }
        self = targets[0]
    }

    /// Reads several targets: each folder, and all single files together.
    static func all(_ paths: [String], shown: String? = nil) throws(ToolFailure) -> [SpecTarget] {
        var targets: [SpecTarget] = []
        var files: [String] = []
        var known: Set<String> = []
        for path in paths where known.insert(URL(filePath: path).standardizedFileURL.path).inserted
        {
            guard let found = SpecFolder.files(below: path) else {
                files.append(path)
                continue
            }
            guard !found.isEmpty else { continue }
            targets.append(
                SpecTarget(files: SpecFolder(files: found.map(shortened)), folder: shortened(path)))
        }
        if !files.isEmpty {
            targets.append(
                SpecTarget(files: SpecFolder(files: files.map(shortened)), folder: nil))
        }
        guard !targets.isEmpty else {
            throw ToolFailure.noSpecs(in: shown ?? paths.joined(separator: ", "))
        }
        return targets
    }

    private init(files: SpecFolder, folder: String?) { (self.files, self.folder) = (files, folder) }

    /// Returns a path in the current folder without `./`.
    private static func shortened(_ path: String) -> String {
        path.hasPrefix("./") && path.count > 2 ? String(path.dropFirst(2)) : path
    }

    /// The name of the target, which SwiftPM gives its folder.
    var module: String? {
        folder.map { URL(filePath: $0).standardizedFileURL.lastPathComponent }
    }

    /// The specs of the targets beside the folder.
    var modules: OtherModules { folder.map { OtherModules(beside: $0) } ?? OtherModules() }

    /// Generates the Swift of the target.
    ///
    /// - Parameter root: The folder that generated files name their specs from; `nil` for names of files alone.
    func generated(root: String?) -> GeneratedService {
        GeneratedService(files, root: root, module: module, modules: modules)
    }

    /// Returns the services, which have no errors.
    ///
    /// - Parameter name: The only service to return, or `nil` for all.
    func documents(of name: String? = nil) throws(ToolFailure) -> [SpecDocument] {
        guard files.unreadable.isEmpty else { throw ToolFailure(.unreadable, files.unreadable) }
        let read = SpecReader.read(
            files.sources, modules: modules, path: module.map { [$0] } ?? [])
        guard !read.documents.isEmpty else {
            throw ToolFailure(.brokenSpec, read.diagnostics.filter { $0.severity == .error })
        }
        guard let name else { return read.documents }
        let found = read.documents.filter { $0.service.name == name }
        guard found.isEmpty else { return found }
        let names = read.documents.map(\.service.name)
        throw ToolFailure(
            .brokenSpec,
            "posthorn: there is no service '\(name)' in \(folder ?? files.sources[0].path); found "
                + "\(names.joined(separator: ", ")); write "
                + Suggestion.write(for: name, among: names, else: "one of them"))
    }
}
