extension RequestBuilder {
    /// Adds a part of text to a multipart body.
    ///
    /// Truth, dates and bytes are written as ``queryStyle`` says.
    /// `nil` adds none; the body is a multipart one all the same. The service's body fields join it,
    /// before its own.
    public mutating func part(_ name: String, _ value: (some ParameterValue)?) {
        // All styles write a text alike; one that is large is not copied for it.
        if let text = value as? String { return add(name, [.part(FormPart(text: text))]) }
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
    public mutating func part(_ name: String, _ file: FormPart?) {
        add(name, file.map { [.part($0)] } ?? [])
    }

    /// Adds several files under one name.
    public mutating func part(_ name: String, _ files: [FormPart]?) {
        add(name, (files ?? []).map { .part($0) })
    }

    /// Adds a part of JSON.
    ///
    /// `nil` adds none.
    public mutating func part(_ name: String, json value: (some Encodable & Sendable)?) {
        add(
            name,
            attempt {
                try value.map { value in
                    let json = HTTPBody(try JSONSerializer().bytes(of: value))
                    return [.part(FormPart(json, mediaType: "application/json"))]
                } ?? []
            })
    }

    /// Adds a part whose header block is all the caller's, its name and `Content-Disposition` too.
    ///
    /// - Parameters:
    ///   - headers: The fields of the part, in their order.
    ///   - content: Its bytes.
    public mutating func part(headers: HTTPFields, _ content: HTTPBody) {
        add(nil, [.part(FormPart(content, headers: headers))])
    }

    /// Sends bytes as they are.
    ///
    /// - Parameters:
    ///   - body: In memory, in a file that is read while it is sent, or made while they are sent.
    ///   - mediaType: What they are, such as `image/png`.
    public mutating func upload(_ body: HTTPBody, as mediaType: String) {
        content = .upload(body, mediaType: mediaType)
    }

    private mutating func add(_ name: String?, _ contents: [MultipartField.Content]?) {
        guard let contents else { return }
        var fields: [MultipartField] = []
        if case .multipart(let earlier) = content { fields = earlier }
        // So that the array is this one's alone, and grows where it is.
        content = .json
        fields += contents.lazy.map { MultipartField(name: name, content: $0) }
        content = .multipart(fields)
    }
}
