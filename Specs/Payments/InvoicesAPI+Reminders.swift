extension InvoicesAPI {
    /// Reminds the payer of an invoice, unless it is paid.
    public func remindIfUnpaid(_ invoice: Invoice) async throws {
        if invoice.state != .paid { try await remind(id: invoice.id) }
    }
}
