internal import FoundationEssentials
internal import PosthornCore
internal import PosthornServer

/// A complaint about a request, as a problem of RFC 9457.
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

    /// Returns the response to a request that the server refuses before an endpoint gets it.
    static func response(_ refusal: ServerRefusal, basePath: String) -> TransportResponse {
        var detail = refusal.message
        if refusal.status == .notFound, !basePath.isEmpty {
            detail += "; the paths of the spec are below \(basePath)"
        }
        MockContext.exchange?.complain(detail)
        var response = Problem(status: refusal.status.code, detail: detail).response
        response.headers.append(contentsOf: refusal.headers)
        return response
    }
}
