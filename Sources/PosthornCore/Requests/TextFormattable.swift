public import FoundationEssentials

/// A value with several text forms, such as a date or data, where the spec chooses the form.
///
/// A ``ParameterValue`` or a ``HeaderValue`` has one form only.
public protocol TextFormattable: JSONFormattable, Sendable {
    /// Returns the value as text in a form, not yet encoded.
    /// - Throws: an ``APIError/Cause`` if the value has no representation in the form.
    func parameterText(as form: Form) throws -> String

    /// Reads the value from a header field; `nil` if the text does not have the form.
    init?(headerText: String, as form: Form)
}

extension Date: TextFormattable {
    /// Returns the date in a form, in UTC.
    public func parameterText(as form: DateForm) throws -> String {
        try APIError.Cause.ofWriting { try form.text(for: self) }
    }

    /// Reads a date in a form; `nil` if the text does not have it.
    public init?(headerText: String, as form: DateForm) {
        var text = headerText
        let date = form.isNumber ? form.date(ofNumber: text) : text.withUTF8(form.date(from:))
        guard let date else { return nil }
        self = date
    }
}

extension Data: TextFormattable {
    /// Returns the bytes in a form.
    public func parameterText(as form: DataForm) throws -> String { form.text(for: self) }

    /// Reads bytes in a form; `nil` if the text does not have it.
    public init?(headerText: String, as form: DataForm) {
        guard let data = form.data(from: headerText) else { return nil }
        self = data
    }
}

extension DateForm {
    /// Reads a number since 1970; `nil` for a text that JSON does not accept as a number either.
    fileprivate func date(ofNumber text: String) -> Date? {
        guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }), let number = Double(text)
        else { return nil }
        return Date(timeIntervalSince1970: self == .millis ? number / 1000 : number)
    }
}
