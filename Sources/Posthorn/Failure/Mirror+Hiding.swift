extension Mirror {
    /// A mirror that shows no property of a value, nor of its superclasses.
    package init(hiding subject: some Any) {
        self.init(
            subject, children: EmptyCollection<Child>(), ancestorRepresentation: .suppressed)
    }
}
