extension HTTPFields {
    /// The value of a field, as the subscript has it; `nil` if there is none.
    ///
    /// The subscript joins the values of a field that is there once, too, which takes a microsecond.
    package func value(of name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isOnly = !self[(index + 1)...].contains { $0.name == name }
        return isOnly ? self[index].value : self[name]
    }

    /// Puts a field in place of those of its name, as the subscript does; not for `Cookie`.
    ///
    /// The subscript makes each field anew and looks at all bytes of its value, also of one that never
    /// changes.
    package mutating func put(_ field: HTTPField) {
        guard let index = firstIndex(where: { $0.name == field.name }) else {
            append(field)
            return
        }
        self[index] = field
        // More than one, and all but one go.
        if self[(index + 1)...].contains(where: { $0.name == field.name }) {
            self[field.name] = field.value
        }
    }

    /// Takes the fields of a name away.
    ///
    /// The subscript makes lists to find that there is none.
    package mutating func drop(_ name: HTTPField.Name) {
        if contains(where: { $0.name == name }) { self[name] = nil }
    }
}
