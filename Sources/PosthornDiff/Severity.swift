/// What a change means for programs that call the service.
package enum Severity: String, CaseIterable, Sendable {
    /// The change breaks programs that are in use, and the source of those that are built again.
    case both = "wire, source"
    /// The change breaks programs that are in use.
    case wire
    /// The change breaks the source of programs that are built again.
    case source
    /// Something is new, which nobody has to use.
    case added
    case other

    package var breaksWire: Bool { self == .both || self == .wire }
    package var breaksSource: Bool { self == .both || self == .source }
    package var isBreaking: Bool { breaksWire || breaksSource }
}
