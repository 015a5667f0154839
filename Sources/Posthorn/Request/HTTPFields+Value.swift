extension HTTPFields {
    /// The value of a field, as the subscript has it; `nil` if there is none.
    ///
    /// The subscript joins the values of a field that is there once, too, which takes a microsecond.
    package func value(of name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isOnly = !self[(index + 1)...].contains { $0.name == name }
        return isOnly ? self[index].value : self[name]
    }
}
