/// Checks that exactly one file of a folder has the key `service`.
enum OneServiceFile: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard let first = draft.services.first else {
            // A file that could not be read may have the key.
            guard !draft.isIncomplete, let file = draft.files.first, !draft.hasOnlyTypes else {
                return
            }
            log.file(file.path).error(
                .start, "one file of the folder names the service", found: "none",
                write: "'service: ShopAPI' in "
                    + (draft.files.count == 1
                        ? "this file" : "one of the \(draft.files.count) spec files"))
            return
        }
        for (path, mark) in draft.empty {
            log.file(path).warning(
                mark, "a spec file describes something", found: "nothing",
                write: "'endpoints:' or 'types:'")
        }
        for service in draft.services.dropFirst() {
            log.file(service.path).error(
                service.mark, "one file of the folder names the service",
                found: "a second one, after \(quoted(first.name)) in \(lastComponent(first.path))",
                write: "the second service in a folder of its own")
        }
    }
}

func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
}
