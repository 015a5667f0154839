internal import FoundationEssentials
internal import PosthornCore

/// A complaint about a request: in the type that the spec documents for its status, otherwise as a problem of RFC 9457.
struct Problem {
    var status: Int
    var detail: String
    /// The endpoint and its place in the spec; `nil` if the request is of none.
    var endpoint: MockEndpoint?
    var problems: [RequestReading.Complaint] = []

    var response: TransportResponse {
        var response = TransportResponse(status: .init(code: status))
        var problem: JSONValue = [
            "status": .number(.init(status)), "detail": .string(detail),
        ]
        if let endpoint {
            problem["endpoint"] = .string(endpoint.name)
            problem["spec"] = .string(endpoint.place)
        }
        if !problems.isEmpty {
            problem["errors"] = .array(
                problems.map { found in
                    var error: JSONValue = ["detail": .string(found.text)]
                    if let endpoint, let mark = found.mark {
                        error["spec"] = .string(MockEndpoint.place(mark, endpoint.path))
                    }
                    return error
                })
        }
        response.headers[.contentType] = "application/problem+json"
        response.body = (try? problem.document()) ?? Data()
        return response
    }
}
