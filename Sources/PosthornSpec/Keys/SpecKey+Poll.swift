/// The keys of an operation that the server carries out after its response.
extension SpecKey {
    private static let places = ["header", "path", "member"]
    private static let methods = ["POST", "PUT", "PATCH", "DELETE"]

    static let polls: [SpecKey] = [
        SpecKey(
            "poll", in: [.endpoint], .group(.poll),
            "How to wait for an operation that runs on after the response.",
            without: "the response is the result",
            example: "poll: { at: { header: Operation-Location }, until: { status: done } }",
            page: "Poll", excludes: ["pages"]),
        SpecKey(
            "at", in: [.poll], .group(.place), "Where the state of the operation is.",
            without: nil, example: "at: { header: Operation-Location }", page: "Poll"),
        SpecKey(
            "header", in: [.place, .pollValue], .token, "The header field with the URL.",
            without: nil, example: "header: Operation-Location", page: "Poll", excludes: places),
        SpecKey(
            "path", in: [.place, .pollValue], .path,
            "The path, whose parameters are members of the state.", without: nil,
            example: "path: /exports/{id}", page: "Poll", excludes: places),
        SpecKey(
            "member", in: [.place, .pollValue], .text, "The member of the state with the URL.",
            without: nil, example: "member: urls.get", page: "Poll", excludes: places),
        SpecKey(
            "type", in: [.pollValue], .plainType, "The type of the result.", without: nil,
            example: "type: Order", page: "Poll"),
        SpecKey(
            "until", in: [.poll], condition, "The member and its values at the end.",
            without: "until the status is not 202", example: "until: { status: done }",
            page: "Poll"),
        SpecKey(
            "fails", in: [.poll], .oneOf([.text, condition]),
            "The values of a failed operation, or a member that only a failed one has.",
            without: "none fails", example: "fails: { status: [failed, canceled] }", page: "Poll",
            needs: ["until"]),
        SpecKey(
            "value", in: [.poll], .oneOf([.text, .group(.pollValue)]),
            "The member with the result, or its place and type.", without: "the last state",
            example: "value: result", page: "Poll", needs: ["until"]),
        SpecKey(
            "progress", in: [.poll], .text, "The member with the progress, a number.",
            without: "none", example: "progress: percent_done", page: "Poll"),
        SpecKey(
            "cancel", in: [.poll], .oneOf([.words(methods), .group(.cancel)]),
            "The method that cancels the operation at the place of the state, or one with its path.",
            without: "it can't be cancelled", example: "cancel: DELETE", page: "Poll"),
        SpecKey(
            "POST", "PUT", "PATCH", "DELETE", in: [.cancel], .path,
            "The path of the request that cancels the operation.", without: nil,
            example: "POST: /exports/{id}/cancel", page: "Poll", excludes: methods),
        SpecKey(
            "every", in: [.poll], .duration, "The time between two polls; `Retry-After` wins.",
            without: "`1s`", example: "every: 2s", page: "Poll"),
        SpecKey(
            "timeout", in: [.poll], .duration, "How long to wait for the end.", without: "`1h`",
            example: "timeout: 10m", page: "Poll"),
    ]

    private static let condition = KeyForm.map(
        .string, .oneOf([.text, .list(.text)]), least: 1)
}
