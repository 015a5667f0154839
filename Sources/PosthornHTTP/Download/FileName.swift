/// Derives a safe file name from a response or a URL.
enum FileName {
    /// Returns the name for a response; `download` if no usable name is proposed.
    static func proposed(by head: TransportResponse, at url: String) -> String {
        let disposition = head.headers.first { $0.name == .contentDisposition }
        return disposition.flatMap { name(inDisposition: $0.value) }.flatMap(clean)
            ?? clean(name(inURL: url)) ?? "download"
    }

    /// Returns the `filename*` or `filename` of a Content-Disposition (RFC 6266, section 4.3).
    private static func name(inDisposition value: String) -> String? {
        var (plain, broken): (String?, String?)
        for parameter in parameters(value) {
            switch parameter.name {
            case "filename*":
                // charset'language'percent-encoded (RFC 8187).
                let parts = parameter.value.split(
                    separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
                if parts.count == 3, let name = Self.text(parts[2], in: parts[0].lowercased()) {
                    return name
                }
                // Without a charset it is not valid, but better than no name.
                if parts.count == 1 { broken = PercentDecoding.text(parts[0]) }
            case "filename": plain = plain ?? parameter.value
            default: break
            }
        }
        return plain ?? broken
    }

    /// Decodes a text in one of the charsets of RFC 5987; `nil` if it is not in the charset.
    private static func text(_ encoded: Substring, in charset: String) -> String? {
        switch charset {
        case "utf-8", "utf8": return PercentDecoding.text(encoded)
        case "iso-8859-1":
            guard let bytes = PercentDecoding.bytes(encoded) else { return nil }
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func parameters(_ value: String) -> [(name: String, value: String)] {
        value.splitOutsideQuotes(at: ";").compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            let name = pair[0].filter { $0 != " " && $0 != "\t" }.lowercased()
            return (name, pair[1].trimmingBlanks.unquoted)
        }
    }

    private static func name(inURL url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        // Scheme, empty, authority, path.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 3 ? PercentDecoding.text(parts[parts.count - 1]) ?? "" : ""
    }

    /// Returns the last path component without control characters and colons, at most 200 bytes of it.
    ///
    /// Returns `nil` if no usable name remains.
    private static func clean(_ name: String) -> String? {
        let base =
            name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
        let scalars = base.unicodeScalars.filter {
            $0.value >= 0x20 && $0.value != 0x7f && $0 != ":"
        }
        var result = String(Substring(scalars).trimmingBlanks)
        while result.utf8.count > 200 { result.removeLast() }
        // A leading dot would hide the file; `.` and `..` name folders.
        result = String(result.drop { $0 == "." })
        // These suffixes belong to partial files and checkpoints.
        if ownSuffixes.contains(where: result.lowercased().hasSuffix) { result += "_" }
        let stem = result.prefix { $0 != "." }.uppercased()
        return result.isEmpty || deviceNames.contains(stem) ? nil : result
    }

    private static let ownSuffixes = [".part", ".journal", ".new"]

    // Windows reserves these names for devices, so that such a file can't be copied there.
    private static let deviceNames: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
