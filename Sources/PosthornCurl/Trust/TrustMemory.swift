/// The trusted authorities and the hook's decisions of a session, and the transfers that wait for them.
///
/// Used by the loop's thread only.
final class TrustMemory {
    let rules: TrustRules
    /// The trusted authorities.
    ///
    /// Before the file is read, they are only those of the policy's text; `nil` if there is none.
    private(set) var anchors: TrustAnchors?
    /// The time until which the file's contents are used without a check for changes.
    private var isNewUntil: LoopInstant?
    /// The transfers that wait for the file; `nil` if it is not being read.
    private var readers: [UInt64]?
    private var decisions: [TrustQuestion.Key: ServerTrust.Disposition] = [:]
    private var open: [TrustQuestion.Key: Inquiry] = [:]
    /// The tasks that run the trust handlers of transfers, by transfer.
    private var asking: [UInt64: Task<Void, Never>] = [:]
    /// Bounds the memory, because a server can show a different certificate each time.
    private static let limit = 256

    private struct Inquiry {
        let question: TrustQuestion
        var waiting: Set<UInt64>
        var asking: Task<Void, Never>?
    }

    init(_ rules: TrustRules) {
        self.rules = rules
        anchors = rules.anchors
    }

    func hasAuthorities(at time: LoopInstant) -> Bool {
        rules.file == nil || isNewUntil.map { time < $0 } ?? false
    }

    func wait(_ transfer: UInt64, read: (AuthorityFile) -> Void) {
        if readers == nil, let file = rules.file { read(file) }
        readers = (readers ?? []) + [transfer]
    }

    /// Stores the contents of the file and returns the transfers that waited for it.
    func keep(_ found: TrustAnchors?) -> [UInt64] {
        if let found {
            anchors = rules.anchors.map { TrustAnchors(found, and: $0) } ?? found
            isNewUntil = .now + Self.newness
        }
        defer { readers = nil }
        return readers ?? []
    }

    /// The time for which a file is not checked for changes.
    private static let newness = Duration.seconds(60)

    func decision(for key: TrustQuestion.Key) -> ServerTrust.Disposition? { decisions[key] }

    /// Adds a transfer to those that wait for a decision, and asks the hook if the question is new.
    func wait(
        _ transfer: UInt64, for question: TrustQuestion, ask: () -> Task<Void, Never>
    ) {
        if open[question.key] != nil {
            open[question.key]?.waiting.insert(transfer)
        } else {
            open[question.key] = Inquiry(question: question, waiting: [transfer], asking: ask())
        }
    }

    func wait(_ transfer: UInt64, for asking: Task<Void, Never>) {
        self.asking[transfer] = asking
    }

    func noteDecision(to transfer: UInt64) { asking[transfer] = nil }

    /// Removes an ended transfer from those that wait.
    ///
    /// A question whose transfers have all ended is dropped and its hook cancelled, so that the next transfer
    /// asks again.
    func leave(_ transfer: UInt64, _ question: TrustQuestion) {
        asking.removeValue(forKey: transfer)?.cancelElsewhere()
        guard open[question.key]?.waiting.remove(transfer) != nil,
            open[question.key]?.waiting.isEmpty == true
        else { return }
        open.removeValue(forKey: question.key)?.asking?.cancelElsewhere()
    }

    /// Stores a decision of the session's hook and returns the transfers that waited for it.
    ///
    /// Returns none, and discards the decision, if the question was dropped.
    func keep(
        _ disposition: ServerTrust.Disposition, for question: TrustQuestion
    ) -> Set<UInt64> {
        guard let inquiry = open[question.key], inquiry.question === question else { return [] }
        open[question.key] = nil
        if decisions.count >= Self.limit { decisions.removeAll() }
        decisions[question.key] = disposition
        return inquiry.waiting
    }
}
