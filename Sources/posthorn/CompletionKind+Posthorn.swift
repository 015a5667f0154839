internal import ArgumentParser

extension CompletionKind {
    /// Folders, and files of specs.
    static var specs: CompletionKind { .file(extensions: ["yaml", "yml"]) }
    /// Folders, and OpenAPI documents or specs.
    static var documents: CompletionKind { .file(extensions: ["json", "yaml", "yml"]) }
}
