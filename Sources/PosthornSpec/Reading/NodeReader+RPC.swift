/// Reads what belongs to JSON-RPC and to batches.
extension NodeReader {
    /// Reads a path without parameters.
    func fixedPath(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "a path"),
            let template = reporting({ () throws(SpecProblem) in
                try PathTemplate(text, mark: entry.value.mark)
            })
        else { return nil }
        guard template.parameters.isEmpty else {
            return refuse(
                entry.value.mark, "the path of \(quoted(entry.key)) has no parameters",
                found: quoted(text), write: "one as in '/\(entry.key)'")
        }
        return text
    }

    func checkBatch(_ entries: [YAMLEntry]) {
        guard let batch = entries["batch"], entries["rpc"] != nil else { return }
        error(
            batch.mark, "calls of JSON-RPC are sent together as an array",
            found: "'batch' beside 'rpc'",
            write: "no 'batch'")
    }
}

extension EnvelopeSpec {
    /// The envelope of JSON-RPC 2.0.
    static let jsonRPC = EnvelopeSpec(
        code: "error.code", message: "error.message", payload: "result", error: "error",
        success: [], allowsMissingCode: true)
}
