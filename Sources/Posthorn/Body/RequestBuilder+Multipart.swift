extension RequestBuilder {
    /// Adds a part of text to a multipart body.
    ///
    /// Truth, dates and bytes are written as ``queryStyle`` says.
    /// `nil` adds none; the body is a multipart one all the same. The service's body fields join it,
    /// before its own.
    public mutating func part(_ name: String, _ value: (some ParameterValue)?) {
        // All styles write a text alike; one that is large is not copied for it.
        if let text = value as? String { return add(name, [.text(text)]) }
        add(
            name,
            attempt(naming: name) { try value.map { [.entry(try QueryEntry(name, $0))] } ?? [] })
    }

    /// Adds an array of texts, written as ``queryStyle`` says: a part of the name for each element
    /// unless it says something else, such as `name[]`.
    public mutating func part(_ name: String, _ values: [some ParameterValue]?) {
        add(
            name,
            attempt(naming: name) { try values.map { [.entry(try QueryEntry(name, $0))] } ?? [] })
    }

    /// Adds a file.
    ///
    /// `nil` adds none.
    public mutating func part(_ name: String, _ file: FilePart?) {
        add(name, file.map { [.file($0)] } ?? [])
    }

    /// Adds several files under one name.
    public mutating func part(_ name: String, _ files: [FilePart]?) {
        add(name, (files ?? []).map { .file($0) })
    }

    /// Adds a part of JSON.
    ///
    /// `nil` adds none.
    public mutating func part(_ name: String, json value: (some Encodable & Sendable)?) {
        add(name, attempt { try value.map { [.json(try JSONSerializer().bytes(of: $0))] } ?? [] })
    }

    /// Adds a part whose header block is all the caller's, its name and `Content-Disposition` too.
    ///
    /// - Parameters:
    ///   - headers: The fields of the part, in their order.
    ///   - content: Its bytes.
    public mutating func part(headers: HTTPFields, _ content: UploadBody) {
        add("", [.raw(content, headers)])
    }

    /// Sends bytes as they are.
    ///
    /// - Parameters:
    ///   - body: In memory, in a file that is read while it is sent, or made while they are sent.
    ///   - mediaType: What they are, such as `image/png`.
    public mutating func upload(_ body: UploadBody, as mediaType: String) {
        content = .upload(body, mediaType: mediaType)
    }

    private mutating func add(_ name: String, _ contents: [BodyPart.Content]?) {
        guard let contents else { return }
        var parts: [BodyPart] = []
        if case .multipart(let earlier) = content { parts = earlier }
        // So that the array is this one's alone, and grows where it is.
        content = .json
        parts += contents.lazy.map { BodyPart(name: name, content: $0) }
        content = .multipart(parts)
    }
}
