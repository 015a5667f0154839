public import FoundationEssentials

/// A value with several forms as text, of which the spec chooses one at each place: a date, or data.
///
/// A ``ParameterValue`` or a ``HeaderValue`` has one form; choose this where the spec chooses.
public protocol TextFormattable: JSONFormattable, Sendable {
    /// The value as text in a form, not yet encoded.
    /// - Throws: an ``APIError/Cause`` if the form does not have the value.
    func parameterText(as form: Form) throws -> String

    /// Reads the value out of a header field; `nil` if the text does not have the form.
    init?(headerText: String, as form: Form)
}

extension Date: TextFormattable {
    /// The date in a form, in UTC.
    public func parameterText(as form: DateForm) throws -> String { try form.text(for: self) }

    /// Reads a date in a form.
    public init?(headerText: String, as form: DateForm) {
        var text = headerText
        let date = form.isNumber ? form.date(ofNumber: text) : text.withUTF8(form.date(from:))
        guard let date else { return nil }
        self = date
    }
}

extension Data: TextFormattable {
    /// The bytes in a form.
    public func parameterText(as form: DataForm) throws -> String { form.text(for: self) }

    /// Reads bytes in a form.
    public init?(headerText: String, as form: DataForm) {
        guard let data = form.data(from: headerText) else { return nil }
        self = data
    }
}

extension DateForm {
    /// The date of a number since 1970; nothing for what JSON would not take either.
    fileprivate func date(ofNumber text: String) -> Date? {
        guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }), let number = Double(text)
        else { return nil }
        return Date(timeIntervalSince1970: self == .millis ? number / 1000 : number)
    }
}
