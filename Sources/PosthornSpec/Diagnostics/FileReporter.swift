/// Reports what is wrong in one file.
protocol FileReporter {
    /// The file, as diagnostics show it.
    var path: String { get }
    /// What collects the diagnostics.
    var log: DiagnosticLog { get }
}

extension FileReporter {
    func error(_ mark: SourceMark, _ rule: String, found: String, write: String) {
        log.error(path, SpecProblem(mark, rule, found: found, write: write))
    }

    func error(_ problem: SpecProblem) { log.error(path, problem) }

    func warning(_ mark: SourceMark, _ rule: String, found: String, write: String) {
        log.warning(path, SpecProblem(mark, rule, found: found, write: write))
    }

    /// Reports an error in place of the value that was to be read.
    func refuse<Value>(
        _ mark: SourceMark, _ rule: String, found: String, write: String
    ) -> Value? {
        error(mark, rule, found: found, write: write)
        return nil
    }

    /// Reports a word that nothing has, with the one that was probably meant or something else.
    func refuseUnknown(
        _ word: String, at mark: SourceMark, _ rule: String, known: some Sequence<String>,
        else other: @autoclosure () -> String
    ) {
        if isFull(countingErrorAt: mark) { return }
        error(
            mark, rule, found: quoted(word),
            write: Suggestion.write(for: word, among: known, else: other()))
    }

    /// Whether nothing more is kept of the file, so that an error there is only counted.
    func isFull(countingErrorAt mark: SourceMark) -> Bool {
        log.isFull(path, countingErrorAt: mark)
    }
}

/// The log of one file, for the rules.
struct FileLog: FileReporter {
    let path: String
    let log: DiagnosticLog
}
