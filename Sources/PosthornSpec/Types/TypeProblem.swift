/// Why a text is not a type.
struct TypeProblem: Error, Hashable {
    var mark: SourceMark
    var rule: String
    var found: String
    var write: String

    static func unsupported(_ mark: SourceMark, _ what: String, found: String, write: String)
        -> Self
    {
        TypeProblem(mark: mark, rule: "\(what) not supported yet", found: found, write: write)
    }
}
