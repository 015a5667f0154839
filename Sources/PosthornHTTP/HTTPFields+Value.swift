extension HTTPFields {
    /// Returns the value of a field, as the subscript does; `nil` if the field is absent.
    ///
    /// The subscript also joins the values of a field that occurs only once, which takes a microsecond.
    package func value(of name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isOnly = !self[(index + 1)...].contains { $0.name == name }
        return isOnly ? self[index].value : self[name]
    }

    /// Replaces the fields of the same name, as the subscript does, but without splitting a `Cookie`.
    ///
    /// The subscript creates each field anew and validates all bytes of its value, even for constant fields.
    package mutating func put(_ field: HTTPField) {
        if contains(field.name) {
            self[fields: field.name] = [field]
        } else {
            append(field)
        }
    }

    /// The subscript allocates even if the field is absent.
    package mutating func drop(_ name: HTTPField.Name) {
        if contains(where: { $0.name == name }) { self[name] = nil }
    }
}
