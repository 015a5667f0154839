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

extension SwiftFile {
    /// The file with each module imported once, at the widest level.
    var withoutRepeatedImports: SwiftFile {
        var file = self
        let imports = Set(imports)
        let ofPackage = Set(packageImports).subtracting(imports)
        file.imports = imports.sorted()
        file.packageImports = ofPackage.sorted()
        file.internalImports =
            Set(internalImports).subtracting(imports).subtracting(ofPackage).sorted()
        return file
    }
}
