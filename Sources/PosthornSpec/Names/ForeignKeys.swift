/// Words of other description languages for keys of this one.
enum ForeignKeys {
    /// Returns the key among known ones that a word of another language means; `nil` if there is none.
    static func key(for word: String, among known: some Sequence<String>) -> String? {
        meanings[word].flatMap { key in known.contains(key) ? key : nil }
    }

    private static let meanings = [
        "description": "doc", "summary": "doc", "title": "doc", "comment": "doc",
        "parameters": "query", "params": "query", "header": "headers", "cookie": "cookies",
        "requestBody": "body", "payload": "body", "input": "body", "output": "returns",
        "responses": "returns", "result": "returns", "security": "requires",
        "authentication": "auth", "contentType": "sends", "consumes": "sends",
        "produces": "accepts", "url": "path", "uri": "path", "route": "path",
        "baseURL": "server", "baseUrl": "server",
        "discriminator": "by", "anyOf": "oneOf", "allOf": "includes", "extends": "includes",
        "properties": "fields", "members": "fields", "additionalProperties": "others",
        "minimum": "range", "maximum": "range", "min": "range", "max": "range",
        "minLength": "length", "maxLength": "length", "minItems": "length",
        "maxItems": "length", "regex": "pattern", "schema": "type",
    ]
}
