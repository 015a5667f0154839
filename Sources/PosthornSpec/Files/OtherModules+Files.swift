internal import FoundationEssentials

extension OtherModules {
    /// Creates the value for spec files by the names of their modules.
    package init(files: [String: [String]]) {
        self.init(names: files.keys.sorted()) { SpecFolder(files: files[$0] ?? []).sources }
    }

    /// Creates the value for the folders beside one, which SwiftPM names like their targets.
    package init(beside folder: String) {
        let parent = URL(filePath: folder).standardizedFileURL.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        self.init(names: names.filter { !$0.hasPrefix(".") }.sorted()) { name in
            SpecFolder(files: SpecFolder.files(below: parent + "/" + name) ?? []).sources
        }
    }
}
