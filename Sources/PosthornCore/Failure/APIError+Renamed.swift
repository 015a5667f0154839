extension APIError.Code {
    /// The codes of transfers are codes of calls.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write the code itself, such as .tlsFailed")
    public static func transport(_ code: Self) -> Self { code }
}
