/// The version of the API that every call asks for.
package struct VersionSpec: Sendable {
    /// The header field, or the query parameter, with the version.
    package var name: String
    package var isHeader: Bool
    package var value: String
    /// The status with which the server refuses a version, or `nil` if the spec names none.
    package var refused: Int?
    package var mark: SourceMark
}
