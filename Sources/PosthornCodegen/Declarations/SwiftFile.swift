/// A Swift source file.
struct SwiftFile {
    /// The line that says where the file comes from, without `// `.
    var header: String
    var imports: [String]
    var declarations: [Declaration]
}
