/// A problem at a place of a spec file.
struct SpecProblem: Error, Hashable {
    var mark: SourceMark
    var rule: String
    var found: String
    var write: String

    init(_ mark: SourceMark, _ rule: String, found: String, write: String) {
        (self.mark, self.rule, self.found, self.write) = (mark, rule, found, write)
    }
}
