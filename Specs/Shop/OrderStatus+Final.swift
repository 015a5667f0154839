extension OrderStatus {
    /// Whether the order can no longer change.
    public var isFinal: Bool { self == .shipped }
}
