internal import FoundationEssentials
internal import PosthornForeign
package import PosthornSpec

/// A reason why a document or an overlay can't be imported, with its places.
package struct ImportFailure: Error {
    package var diagnostics: [Diagnostic]
    /// Whether a file can't be read at all.
    package var isUnreadable = false
}

/// The files of a description: the document, and those in its folder that it refers to.
final class ForeignDocument {
    /// The greatest nesting of values in a file.
    static let depthLimit = JSONScanner.depthLimit

    private struct File {
        var path: String
        var bytes: [UInt8]
        var root: Node
        /// Whether references in the file belong to the document, which the file changes.
        var isOverlay = false
    }

    private var files: [File] = []
    private var indices: [String: Int] = [:]
    private let folder: String
    private var targets: [String: Node] = [:]
    /// The identities of references by their texts, for those in each file.
    private var identities: [Int: [String: String]] = [:]
    /// The lines of the files of which a place was asked.
    private var lines: [Int: LineIndex] = [:]
    /// The schemas of files by their anchors.
    var knownAnchors: [Int: [String: [Node]]] = [:]

    /// Reads the document at a path.
    init(_ path: String) throws(ImportFailure) {
        let url = URL(filePath: path)
        folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
        _ = try read(path, url.resolvingSymlinksInPath().path)
    }

    /// Reads a document from its text, with the path that errors show.
    init(text: String, path: String) throws(ImportFailure) {
        folder = "/"
        let bytes = Array(text.utf8)
        files.append(File(path: path, bytes: bytes, root: try parse(bytes, path, 0)))
    }

    var root: Node { files[0].root }

    /// Replaces the value of the document.
    func replaceRoot(_ node: Node) {
        files[0].root = node
        (targets, identities) = ([:], [:])
    }

    /// Reads a file whose values become a part of the document, and returns its root.
    func readOverlay(_ path: String) throws(ImportFailure) -> Node {
        let index = try read(path, URL(filePath: path).resolvingSymlinksInPath().path)
        files[index].isOverlay = true
        return files[index].root
    }
    /// Returns the value of a file.
    func root(of file: Int) -> Node { files[file].root }

    /// Reads a file, and returns its index.
    private func read(
        _ shown: String, _ path: String, from place: Node? = nil
    ) throws(ImportFailure) -> Int {
        if let index = indices[path] { return index }
        let bytes: [UInt8]
        do throws(ForeignFile.Problem) {
            bytes = try ForeignFile.bytes(path)
        } catch {
            if case .tooLarge(let size) = error {
                throw refusal(
                    place, shown, "a document has at most \(ForeignFile.sizeLimit >> 20) MiB",
                    found: "\(size >> 20) MiB", write: "a part of it, such as one with fewer paths")
            }
            var failure = refusal(
                place, shown, "a document is a file that can be read",
                found: place.map { "none at \(quoted($0.text))" } ?? "none at this path",
                write: "the path of an OpenAPI document in YAML or JSON")
            failure.isUnreadable = place == nil
            throw failure
        }
        let index = files.count
        let root = try parse(bytes, shown, index)
        files.append(File(path: shown, bytes: bytes, root: root))
        indices[path] = index
        return index
    }

    private func parse(
        _ bytes: [UInt8], _ path: String, _ index: Int
    ) throws(ImportFailure) -> Node {
        if bytes.first(where: { $0 > 0x20 && $0 < 0x7F }) == UInt8(ascii: "{") {
            do throws(JSONScanner.Problem) {
                return try JSONScanner.read(bytes, file: index)
            } catch {
                // A document in braces may be YAML. The places of broken JSON are more precise.
                if error.rule == nil, let root = try? YAMLReader.read(bytes, file: index) {
                    return root
                }
                throw ImportFailure(diagnostics: [
                    Diagnostic(
                        .error, path: path, mark: LineIndex(bytes).mark(at: error.offset),
                        rule: error.rule ?? "a document is JSON or YAML", found: error.found,
                        write: error.rule == nil
                            ? "the document as its publisher has it"
                            : "schemas under 'components', and '$ref's to them")
                ])
            }
        }
        do throws(YAMLReader.Problem) {
            if let root = try YAMLReader.read(bytes, file: index) { return root }
        } catch {
            let mark =
                error.line > 0
                ? SourceMark(line: error.line, column: error.column)
                : LineIndex(bytes).mark(at: min(error.column, bytes.count))
            throw ImportFailure(diagnostics: [
                Diagnostic(
                    .error, path: path, mark: mark, rule: error.rule,
                    found: oneLine(error.found), write: error.write)
            ])
        }
        throw refusal(
            nil, path, "a document describes an API", found: "an empty file",
            write: "the path of an OpenAPI document in YAML or JSON")
    }

    private func refusal(
        _ place: Node?, _ path: String, _ rule: String, found: String, write: String
    ) -> ImportFailure {
        if let place { return failure(place, rule, found: found, write: write) }
        return ImportFailure(diagnostics: [
            Diagnostic(.error, path: path, mark: .start, rule: rule, found: found, write: write)
        ])
    }

    /// Returns the error for a value.
    func failure(_ node: Node, _ rule: String, found: String, write: String) -> ImportFailure {
        ImportFailure(diagnostics: [
            Diagnostic(
                .error, path: path(of: node), mark: mark(of: node), rule: rule, found: found,
                write: write)
        ])
    }

    func path(of node: Node) -> String {
        node.file < files.count ? files[node.file].path : files.first?.path ?? ""
    }

    /// Returns the line and the column of a value.
    func mark(of node: Node) -> SourceMark {
        if node.line > 0 { return SourceMark(line: node.line, column: node.column) }
        guard node.file < files.count else { return .start }
        let index = lines[node.file] ?? LineIndex(files[node.file].bytes)
        lines[node.file] = index
        return index.mark(at: node.column)
    }
}

/// The values that references mean.
extension ForeignDocument {
    /// Returns the file and the pointer of a reference as one text, which tells referred values apart.
    func identity(of reference: Node) throws(ImportFailure) -> String {
        if let known = identities[reference.file]?[reference.text] { return known }
        let identity = try newIdentity(of: reference)
        identities[reference.file, default: [:]][reference.text] = identity
        return identity
    }

    private func newIdentity(of reference: Node) throws(ImportFailure) -> String {
        let text = reference.text
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let pointer = parts.count > 1 ? parts[1].percentDecoded() : ""
        let file = try file(of: reference, String(parts[0]))
        guard !pointer.isEmpty, !pointer.hasPrefix("/"),
            let node = anchors(of: file)[pointer]?.first,
            let name = root(of: file)["components"]?["schemas"]?.entries
                .first(where: { $0.value === node })?.key
        else { return "\(file)#\(pointer)" }
        // A schema with an anchor and a name is one.
        return "\(file)#\(Self.pointer(toSchema: name))"
    }

    /// Returns the last name of an identity that is the name of a value, or that of the file.
    func name(of identity: String) -> String {
        let parts = identity.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let words = ["schema", "items", "properties", "content", "responses", "schemas"]
        let names = parts[1].split(separator: "/").map { Self.unescaped($0) }
        if let name = names.last(where: { !words.contains($0) }) { return name }
        let path = files[Int(parts[0]) ?? 0].path
        let file = path.split(separator: "/").last ?? "Value"
        return String(file.prefix { $0 != "." })
    }

    /// Returns the value that a reference means, which is no reference itself.
    func target(of reference: Node) throws(ImportFailure) -> Node {
        var (node, reference) = (reference, reference)
        var seen: Set<String> = []
        repeat {
            let identity = try identity(of: reference)
            guard seen.insert(identity).inserted else {
                throw failure(
                    reference, "a reference leads to a value", found: "a circle of references",
                    write: "the value in one of its places")
            }
            node = try value(identity, from: reference)
            guard let next = node["$ref"], next.string != nil else { break }
            reference = next
        } while true
        return node
    }

    /// Returns the value one step behind a reference.
    func value(_ identity: String, from reference: Node) throws(ImportFailure) -> Node {
        if let known = targets[identity] { return known }
        let parts = identity.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = Int(parts[0]) ?? 0
        if !parts[1].isEmpty, !parts[1].hasPrefix("/") {
            guard let node = anchors(of: file)[String(parts[1])]?.first else {
                throw failure(
                    reference, "a reference leads to a value of the document",
                    found: "\(quoted(reference.text)), where no schema has this '$anchor'",
                    write: "the path of the value, such as '#/components/schemas/Order'")
            }
            targets[identity] = node
            return node
        }
        var node = files[file].root
        for name in parts[1].split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = Self.unescaped(name)
            let next =
                node.kind == .sequence
                ? Int(key).flatMap { node.items.indices.contains($0) ? node.items[$0] : nil }
                : node[key]
            guard let next else {
                throw failure(
                    reference, "a reference leads to a value of the document",
                    found: "\(quoted(reference.text)), where '\(oneLine(key))' is missing",
                    write: "the value there, or another reference")
            }
            node = next
        }
        targets[identity] = node
        return node
    }

    func file(of reference: Node, _ name: String) throws(ImportFailure) -> Int {
        let base = files[reference.file].isOverlay ? 0 : reference.file
        guard !name.isEmpty else { return base }
        guard !name.hasPrefix("//"), !name.hasScheme else {
            throw failure(
                reference, "a reference leads to a file in the folder of the document",
                found: "a URL", write: "the file beside the document, and its path here")
        }
        let own = URL(filePath: files[base].path)
        let path = own.deletingLastPathComponent().appending(path: name.percentDecoded())
            .standardizedFileURL
        let real = path.resolvingSymlinksInPath().path
        guard real.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") else {
            throw failure(
                reference, "a reference leads to a file in the folder of the document",
                found: quoted(name), write: "the file in this folder, and its path here")
        }
        let shown = path.path
        return try read(shown, real, from: reference)
    }

    /// Returns a part of a JSON pointer as the key that it means (RFC 6901).
    static func unescaped(_ part: Substring) -> String {
        guard part.utf8.contains(0x7E) else { return String(part) }
        return String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

extension String {
    /// Whether the text begins with a scheme of a URL, such as `https:` (RFC 3986).
    var hasScheme: Bool {
        guard let end = firstIndex(of: ":"), self[startIndex].isLetter else { return false }
        return self[..<end].utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B
                || $0 == 0x2D || $0 == 0x2E
        }
    }
}
