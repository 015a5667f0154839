extension Price {
    /// Returns the sum of two prices, or `nil` if their currencies differ.
    public func adding(_ other: Price) -> Price? {
        guard currency == other.currency else { return nil }
        return Price(amount: amount + other.amount, currency: currency)
    }
}
