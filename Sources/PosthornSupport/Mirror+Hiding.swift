extension Mirror {
    /// Creates a mirror without the properties of a value and of its superclasses.
    package init(hiding subject: some Any) {
        self.init(subject, children: EmptyCollection<Child>(), ancestorRepresentation: .suppressed)
    }
}
