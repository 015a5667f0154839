/// A Swift source file.
struct SwiftFile {
    /// The line that says where the file comes from, without `// `.
    var header: String
    /// The modules of the public declarations.
    var imports: [String]
    /// The modules of nothing but the bodies of functions.
    var internalImports: [String]
    var declarations: [Declaration]
}
