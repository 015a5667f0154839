/// A Swift source file.
struct SwiftFile {
    /// The line that names the source of the file, without `// `.
    var header: String
    /// The modules that public declarations use.
    var imports: [String]
    /// The modules that only function bodies use.
    var internalImports: [String]
    /// The modules that, of a public service, only declarations of the package use.
    var packageImports: [String] = []
    var declarations: [Declaration]
}
