/// Why a file cannot be read as YAML.
struct YAMLProblem: Error, Hashable {
    var mark: SourceMark
    var rule: String
    var found: String
    var write: String
}
