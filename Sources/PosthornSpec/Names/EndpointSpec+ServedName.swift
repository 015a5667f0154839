extension EndpointSpec {
    /// The name of the method of a generated server: the endpoint's, with that of its group before it.
    package var servedName: String {
        group.map { $0 + SwiftName.uppercasingStart(name) } ?? name
    }
}
