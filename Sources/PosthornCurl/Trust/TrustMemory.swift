import Posthorn

/// What a session's hook has answered about servers, and who waits for its answers.
///
/// Touched by the loop's thread alone.
struct TrustMemory {
    let rules: TrustRules
    private var answers: [TrustQuestion.Key: TrustDisposition] = [:]
    private var waiting: [TrustQuestion.Key: [UInt64]] = [:]
    /// A server can show another certificate each time.
    private static let limit = 256

    init(_ rules: TrustRules) { self.rules = rules }

    func answer(to key: TrustQuestion.Key) -> TrustDisposition? { answers[key] }

    /// Has a transfer wait for an answer.
    ///
    /// `true` if it is the first one, so that the hook is to be asked.
    mutating func wait(_ transfer: UInt64, for key: TrustQuestion.Key) -> Bool {
        waiting[key, default: []].append(transfer)
        return waiting[key]?.count == 1
    }

    /// Keeps an answer of the session's hook, and says who has waited for it.
    mutating func keep(_ disposition: TrustDisposition, for key: TrustQuestion.Key) -> [UInt64] {
        if answers.count >= Self.limit { answers.removeAll() }
        answers[key] = disposition
        return waiting.removeValue(forKey: key) ?? []
    }
}
