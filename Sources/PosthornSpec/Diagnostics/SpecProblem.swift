/// What is wrong at a place of a spec file.
struct SpecProblem: Error, Hashable {
    var mark: SourceMark
    var rule: String
    var found: String
    var write: String
}
