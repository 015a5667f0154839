extension OrderStatus {
    /// Whether the order will not change any more.
    public var isFinal: Bool { self == .shipped }
}
