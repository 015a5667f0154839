/// The specs of the modules that a spec may use.
package struct OtherModules: Sendable {
    /// The names of the modules, sorted.
    package var names: [String]
    /// Reads the specs of a module.
    package var sources: @Sendable (_ name: String) -> [SourceFile]

    package init(
        names: [String] = [],
        sources: @escaping @Sendable (_ name: String) -> [SourceFile] = { _ in [] }
    ) {
        (self.names, self.sources) = (names, sources)
    }
}
