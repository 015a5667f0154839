/// Checks that the names of cookies are valid in HTTP.
enum CookieNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachField(log) { log, field, place in
            guard place == .cookie, !HeaderNames.isToken(field.wireName) else { return }
            log.error(
                field.mark, "a cookie's name \(HeaderNames.tokenRule)",
                found: quoted(field.wireName), write: "one as in 'session_id'")
        }
    }
}
