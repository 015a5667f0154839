internal import PosthornForeign
internal import PosthornSpec

/// Reads an entry of a HAR file.
enum HARReader {
    static func read(_ entry: Node, _ number: Int, into reader: inout TrafficReader) {
        guard let request = entry["request"], let method = request.string("method"),
            let address = request.string("url")
        else {
            reader.note(entry, "entry \(number) has no request with a method and a URL")
            return
        }
        guard let url = TrafficURL(address) else {
            reader.skipForeign()
            return
        }
        guard url.fitsSpec else {
            reader.note(
                entry, "entry \(number) has a longer path; \(TrafficURL.rule); it is ignored")
            return
        }
        var sample = Sample(method: method.uppercased(), url: url)
        sample.headers = pairs(request["headers"])
        if !sample.headers.contains(where: { $0.name.lowercased() == "cookie" }) {
            let cookies = pairs(request["cookies"]).map { "\($0.name)=\($0.value ?? "")" }
            if !cookies.isEmpty {
                sample.headers.append(
                    Sample.Pair(name: "Cookie", value: cookies.joined(separator: "; ")))
            }
        }
        if let data = request["postData"] {
            sample.body = requestBody(data, number, sample, &reader)
        }
        if let response = entry["response"], let status = response["status"]?.integer, status > 99 {
            let content = response["content"]
            let type = content?.string("mimeType") ?? ""
            var result = Sample.Response(status: status, headers: pairs(response["headers"]))
            result.mediaType = type.prefix { $0 != ";" }.trimmed.lowercased()
            if let content, let text = content.string("text") {
                result.body = BodyReader.read(
                    text, type, isBase64: content.string("encoding")?.lowercased() == "base64"
                ) { reader.note(content, "entry \(number), response: \($0)") }
            }
            sample.response = result
        }
        reader.add(sample)
    }

    private static func requestBody(
        _ data: Node, _ number: Int, _ sample: Sample, _ reader: inout TrafficReader
    ) -> Sample.Body? {
        let type = data.string("mimeType") ?? sample.header("content-type").first ?? ""
        let isMultipart = type.lowercased().hasPrefix("multipart/form-data")
        if let params = data["params"]?.list, !params.isEmpty {
            let fields = params.compactMap { node in
                node.string("name").map {
                    Sample.Pair(
                        name: $0, value: node["fileName"] == nil ? node.string("value") ?? "" : nil)
                }
            }
            return isMultipart ? .multipart(fields) : .form(fields)
        }
        guard let text = data.string("text") else { return nil }
        let encoding = data.string("encoding") ?? data.string("_encoding")
        return BodyReader.read(text, type, isBase64: encoding?.lowercased() == "base64") {
            reader.note(data, "entry \(number), request: \($0)")
        }
    }

    private static func pairs(_ node: Node?) -> [Sample.Pair] {
        (node?.list ?? []).compactMap { pair in
            pair.string("name").map { Sample.Pair(name: $0, value: pair.string("value") ?? "") }
        }
    }
}
