/// What a session has read for its trust rules, its hook's decisions, and the transfers that wait for them.
///
/// Used by the loop's thread only.
final class TrustMemory {
    let rules: TrustRules
    private var files: [FileState]
    /// The trusted authorities of each policy.
    ///
    /// Before the file is read, they are only those of the policy's text; `nil` if there is none.
    private var anchors: [TrustAnchors?]
    private var decisions: [TrustQuestion.Key: ServerTrust.Disposition] = [:]
    private var open: [TrustQuestion.Key: Inquiry] = [:]
    /// The tasks that run the trust handlers of transfers, by transfer.
    private var asking: [UInt64: Task<Void, Never>] = [:]
    /// Bounds the memory, because a server can show a different certificate each time.
    private static let limit = 256

    private struct FileState {
        var contents: TrustFile.Contents?
        /// The time until which the contents are used without a check for changes.
        var isNewUntil: LoopInstant?
        /// The transfers that wait for the file; `nil` if it is not being read.
        var readers: [UInt64]?
        /// The problem that was reported most recently.
        var problem: String?
    }

    private struct Inquiry {
        let question: TrustQuestion
        var waiting: Set<UInt64>
        var asking: Task<Void, Never>?
    }

    init(_ rules: TrustRules) {
        self.rules = rules
        files = rules.files.map { _ in FileState() }
        anchors = rules.policies.map(\.anchors)
    }

    func anchors(of policy: Int) -> TrustAnchors? { anchors[policy] }

    /// The revocation lists of a policy.
    func lists(of policy: Int) -> [RevocationLists] {
        rules.filesOfPolicy[policy].compactMap {
            if case .lists(let lists)? = files[$0].contents { lists } else { nil }
        }
    }

    /// The files of an identity; `nil` if it has none.
    func identityFiles(_ identity: Int) -> IdentityFiles? {
        guard let place = rules.fileOfIdentity[identity],
            case .identity(let files)? = files[place].contents
        else { return nil }
        return files
    }

    func isNew(_ file: Int, at time: LoopInstant) -> Bool {
        files[file].isNewUntil.map { time < $0 } ?? false
    }

    func wait(_ transfer: UInt64, for file: Int, read: (TrustFile) -> Void) {
        if files[file].readers == nil { read(rules.files[file]) }
        files[file].readers = (files[file].readers ?? []) + [transfer]
    }

    /// Stores what was read of a file.
    ///
    /// - Returns: the transfers that waited for it, and the error with which they fail.
    func keep(
        _ result: TrustFile.Result, of file: Int
    ) -> (waiting: [UInt64], failure: TransportError?) {
        defer { files[file].readers = nil }
        let waiting = files[file].readers ?? []
        switch result {
        case .success(let contents):
            reportChange(of: file, to: contents)
            files[file].contents = contents
            files[file].problem = nil
            if case .authorities(let found) = contents { join(found, of: file) }
        case .failure(let error):
            // A client identity that is being replaced stays in use.
            guard case .identity? = files[file].contents else { return (waiting, error) }
            if files[file].problem != error.message {
                files[file].problem = error.message
                rules.report(.rejected(error))
            }
        }
        files[file].isNewUntil = .now + rules.files[file].newness
        return (waiting, nil)
    }

    private func join(_ found: TrustAnchors, of file: Int) {
        for (place, policy) in rules.policies.enumerated()
        where policy.file === rules.files[file] {
            anchors[place] = policy.anchors.map { TrustAnchors(found, and: $0) } ?? found
        }
    }

    private func reportChange(of file: Int, to contents: TrustFile.Contents) {
        guard case .identity(let new) = contents, case .identity(let old)? = files[file].contents,
            new.serial != old.serial
        else { return }
        rules.report(.replaced(path: rules.files[file].name.paths[0]))
    }

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
