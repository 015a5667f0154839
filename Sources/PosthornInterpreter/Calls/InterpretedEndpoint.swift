@_spi(Generated) internal import PosthornCore
internal import PosthornSpec

/// A call whose response is collected, and of which each page of a list is one.
struct InterpretedEndpoint: PagedEndpoint {
    typealias Output = InterpretedResponse
    typealias Failure = InterpretedFailure

    static var name: String { CallPlan.name }
    static var addsWildcardToAccept: Bool { CallPlan.current?.addsWildcardToAccept ?? false }
    static var endStatus: Int? {
        if case .status(let status)? = CallPlan.current?.endpoint.pages?.end { status } else { nil }
    }
    static var endsAtRepeatedPage: Bool {
        if case .repeated? = CallPlan.current?.endpoint.pages?.end { true } else { false }
    }

    var request: RequestPlan

    func build(_ request: inout RequestBuilder) { self.request.build(&request) }

    static func output(from response: CallResponse) throws -> Output {
        guard let plan = CallPlan.current else { throw response.unexpectedStatus() }
        return try InterpretedResponse(response, plan)
    }

    static func items(of page: Output) -> [JSONValue] { page.items }

    func next(after page: APIResponse<Output>) -> NextPage<Self> {
        guard let pages = request.plan.endpoint.pages else { return .last }
        return PageItems(pages, self).next(after: page)
    }
}

/// A call whose response is read while it arrives.
struct InterpretedStream<Output: StreamDecodable>: StreamEndpoint {
    typealias Failure = InterpretedFailure

    static var name: String { CallPlan.name }
    static var endMarker: JSONValue? { CallPlan.current?.endpoint.endMarker?.json }

    let request: RequestPlan

    func build(_ request: inout RequestBuilder) { self.request.build(&request) }
}

/// A call whose response is written to a file.
struct InterpretedDownload: DownloadEndpoint {
    typealias Failure = InterpretedFailure

    static var name: String { CallPlan.name }

    let request: RequestPlan

    func build(_ request: inout RequestBuilder) { self.request.build(&request) }
}

extension EndMarkerSpec {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .event(let names):
            ["event": names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })]
        case .member(let path, .text(let text)): ["by": .string(path), "value": .string(text)]
        case .member(let path, .number(let number)):
            ["by": .string(path), "value": .number(JSONValue.Number(number))]
        case .member(let path, .bool(let bool)): ["by": .string(path), "value": .bool(bool)]
        }
    }
}
