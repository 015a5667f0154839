/// The words that the synthetic service is made of.
enum Vocabulary {
    static let qualifiers = ["", "Archived", "Draft", "Team"]

    static let nouns = [
        "Account", "Address", "Balance", "Campaign", "Card", "Charge", "Contact", "Contract",
        "Coupon", "Customer", "Device", "Dispute", "Document", "Invoice", "Location", "Member",
        "Message", "Payment", "Product", "Project", "Refund", "Shipment", "Subscription", "Ticket",
        "Webhook",
    ]

    static let parts = [
        "Details", "Settings", "Owner", "Limits", "Schedule", "Summary", "Source", "Target",
        "Policy", "Metadata", "Change", "Item", "Attachment", "Note",
    ]

    static let enums = ["Status", "Kind", "Priority", "Scope"]

    static let cases = [
        "active", "pending", "closed", "failed", "paused", "expired", "in_review", "on_hold",
        "waiting_for_customer", "waiting_for_bank", "rejected", "low", "medium", "high",
    ]

    static let fields = [
        "display_name", "description", "external_reference", "created_by", "country", "currency",
        "time_zone", "phone_number", "email", "postal_code", "statement_text", "locale", "color",
        "version", "retry_count", "amount", "amount_captured", "tax_rate", "discount_rate",
        "is_live", "is_default", "has_more", "can_be_refunded", "starts_at", "ends_at",
        "cancelled_at", "last_seen_at", "total_count", "unit_price", "weight", "height",
        "failure_code", "failure_message", "receipt_url", "callback_url", "parent_id", "group_id",
    ]

    static let sentences = [
        "Set by the service when the object is created and never changed afterwards.",
        "Shown to customers on receipts, statements and in the messages that they get.",
        "A short text for people; programs compare the code beside it.",
        "Counted in the smallest unit of the currency, so that nothing is rounded.",
        "Left out for objects that were made before this was introduced.",
        "Has to be one of those that the account may use, or the call fails.",
        "Only there if the call asked for it, because it takes a moment to find.",
        "Kept for ninety days and removed after that, in agreement with the retention policy.",
        "Times are in UTC whatever the time zone of the account is.",
        "The values of other accounts are never shown here.",
    ]
}
