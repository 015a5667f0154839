import Posthorn

/// What vouches for servers, what a session's hook has answered about them, and who waits for either.
///
/// Touched by the loop's thread alone.
struct TrustMemory {
    let rules: TrustRules
    /// What vouches for servers.
    ///
    /// Without those of the file before it has been read; `nil` if there are no others.
    private(set) var anchors: TrustAnchors?
    /// Until when the file counts as what was read of it.
    private var isNewUntil: ContinuousClock.Instant?
    /// The transfers that wait for the file; `nil` if it is not being read.
    private var readers: [UInt64]?
    private var answers: [TrustQuestion.Key: TrustDisposition] = [:]
    private var open: [TrustQuestion.Key: Inquiry] = [:]
    /// The tasks that ask the transfers' own tasks, by transfer.
    private var asking: [UInt64: Task<Void, Never>] = [:]
    /// A server can show another certificate each time.
    private static let limit = 256

    /// A question that the hook has not answered yet.
    private struct Inquiry {
        let question: TrustQuestion
        var waiting: Set<UInt64>
        var asking: Task<Void, Never>?
    }

    init(_ rules: TrustRules) {
        self.rules = rules
        anchors = rules.anchors
    }

    /// Whether it is known what vouches for servers at a time.
    func hasAuthorities(at time: ContinuousClock.Instant) -> Bool {
        rules.file == nil || isNewUntil.map { time < $0 } ?? false
    }

    /// Has a transfer wait for the file of authorities, and reads it if no other waits for it.
    mutating func wait(_ transfer: UInt64, read: (AuthorityFile) -> Void) {
        if readers == nil, let file = rules.file { read(file) }
        readers = (readers ?? []) + [transfer]
    }

    /// Keeps what a file of authorities holds, and says who has waited for it.
    mutating func keep(_ found: TrustAnchors?) -> [UInt64] {
        if let found {
            anchors = rules.anchors.map { TrustAnchors(found, and: $0) } ?? found
            isNewUntil = .now + Self.newness
        }
        defer { readers = nil }
        return readers ?? []
    }

    /// How long a file is not looked at again.
    private static let newness = Duration.seconds(60)

    func answer(to key: TrustQuestion.Key) -> TrustDisposition? { answers[key] }

    /// Has a transfer wait for the response to a question, and asks it if no other waits for it.
    mutating func wait(
        _ transfer: UInt64, for question: TrustQuestion, ask: () -> Task<Void, Never>
    ) {
        if open[question.key] != nil {
            open[question.key]?.waiting.insert(transfer)
        } else {
            open[question.key] = Inquiry(question: question, waiting: [transfer], asking: ask())
        }
    }

    /// Notes who asks a transfer's own task.
    mutating func wait(_ transfer: UInt64, for asking: Task<Void, Never>) {
        self.asking[transfer] = asking
    }

    mutating func noteAnswer(to transfer: UInt64) { asking[transfer] = nil }

    /// Takes a transfer that has ended from those that wait; what nobody waits for is forgotten, so that
    /// the next one asks again, and the hook is told by cancelling its task.
    mutating func leave(_ transfer: UInt64, _ question: TrustQuestion) {
        asking.removeValue(forKey: transfer)?.cancel()
        guard open[question.key]?.waiting.remove(transfer) != nil,
            open[question.key]?.waiting.isEmpty == true
        else { return }
        open.removeValue(forKey: question.key)?.asking?.cancel()
    }

    /// Keeps a response of the session's hook, and says who has waited for it: nobody if the question is
    /// forgotten, and the response with it.
    mutating func keep(
        _ disposition: TrustDisposition, for question: TrustQuestion
    ) -> Set<UInt64> {
        guard let inquiry = open[question.key], inquiry.question === question else { return [] }
        open[question.key] = nil
        if answers.count >= Self.limit { answers.removeAll() }
        answers[question.key] = disposition
        return inquiry.waiting
    }
}
