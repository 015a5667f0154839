extension RequestBuilder {
    /// Limits the whole call, as ``Timeouts/total``; the limit on the connection stays.
    public mutating func timeout(_ total: Duration) {
        var timeouts = timeouts ?? Timeouts()
        timeouts.total = total
        self.timeouts = timeouts
    }
}
