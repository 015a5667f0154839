internal import PosthornSpec

/// Returns whether two parts of specs are the same but for their places.
func isSame(_ left: Any, _ right: Any) -> Bool { text(of: left) == text(of: right) }

private func text(of value: Any) -> String {
    if value is SourceMark { return "" }
    let children = Mirror(reflecting: value).children
    // An enum's case is the label of its child.
    guard !children.isEmpty else { return "\(value)" }
    return "(" + children.map { "\($0.label ?? ""):\(text(of: $0.value))" }.joined() + ")"
}
