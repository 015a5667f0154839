/// A reporter of problems in one file.
protocol FileReporter {
    /// The path of the file, as diagnostics show it.
    var path: String { get }
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

    /// Reports an error and returns `nil` in place of the value.
    func refuse<Value>(_ mark: SourceMark, _ rule: String, found: String, write: String) -> Value? {
        error(mark, rule, found: found, write: write)
        return nil
    }

    /// Reports an unknown word, and suggests a similar known one or another text.
    func refuseUnknown(
        _ word: String, at mark: SourceMark, _ rule: String, known: some Sequence<String>,
        else other: @autoclosure () -> String
    ) {
        if isFull(countingErrorAt: mark) { return }
        error(
            mark, rule, found: quoted(word),
            write: Suggestion.write(for: word, among: known, else: other()))
    }

    /// Returns whether the file has the highest number of diagnostics, and counts an error if so.
    func isFull(countingErrorAt mark: SourceMark) -> Bool {
        log.isFull(path, countingErrorAt: mark)
    }
}

/// The log of one file.
struct FileLog: FileReporter {
    let path: String
    let log: DiagnosticLog
}
