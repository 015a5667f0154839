internal import PosthornSpec

/// A conversion of declarations to text, wrapped like `swift format` does.
struct Renderer {
    /// The greatest width of a line.
    static let width = 100

    /// The text so far, as bytes because a `String` takes three times as long to grow.
    private var text: [UInt8] = []
    private var indentation = 0
    private var access: AccessLevel

    /// The spaces for indentation, which also limit it.
    private static let margin = [UInt8](repeating: UInt8(ascii: " "), count: 128)

    private init(_ access: AccessLevel) {
        self.access = access
        text.reserveCapacity(1 << 16)
    }

    static func render(_ file: SwiftFile, _ access: AccessLevel) -> String {
        var renderer = Renderer(access)
        renderer.line("// \(file.header)")
        renderer.render(imports: file)
        for declaration in file.declarations {
            renderer.line("")
            renderer.render(declaration)
        }
        return String(decoding: renderer.text, as: UTF8.self)
    }

    /// Writes the imports, which must be compatible with those of the user's own files.
    ///
    /// With an explicit level below `public`, a plain import of the same module in another file is an error.
    /// The exception is a target with `InternalImportsByDefault`, where a plain import is internal.
    private mutating func render(imports file: SwiftFile) {
        func lines(_ lists: [(word: String, modules: [String])]) -> [String] {
            lists.flatMap { list in
                list.modules.map { name in
                    // What generated code alone calls is SPI.
                    let spi =
                        ["PosthornCore", "PosthornCrypto", "PosthornServer"].contains(name)
                        ? "@_spi(Generated) " : ""
                    return (name, spi + list.word + "import \(name)")
                }
            }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        let others = ("", file.internalImports)
        func choose(_ lists: [(word: String, modules: [String])]) {
            line("#if hasFeature(InternalImportsByDefault)")
            indented { $0.lines(lines(lists)) }
            line("#else")
            indented { $0.lines(lines(lists.map { ("", $0.modules) })) }
            line("#endif")
        }
        guard !(file.imports + file.internalImports + file.packageImports).isEmpty else { return }
        line("")
        switch access {
        case .public:
            self.lines(lines([("public ", file.imports), others]))
            if !file.packageImports.isEmpty { choose([("package ", file.packageImports)]) }
        case .internal: self.lines(lines([("", file.imports), others]))
        case .package: choose([("package ", file.imports), others])
        }
    }

    /// Returns the part of a declaration before its parameters or its `{`.
    private func head(_ declaration: Declaration) -> String {
        var head = declaration.isolation.map { $0 + " " } ?? ""
        // Without an access level, a declaration is internal.
        if declaration.hasAccess, access != .internal { head += access.rawValue + " " }
        head += declaration.introducer
        return declaration.name.isEmpty ? head : "\(head) \(declaration.name)"
    }

    /// Writes a line of one or two parts.
    private mutating func line(_ line: String, _ rest: String = "") {
        if !line.isEmpty {
            Self.margin.withUnsafeBufferPointer {
                text.append(contentsOf: $0.prefix(indentation))
            }
            append(line)
            append(rest)
        }
        text.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ piece: String) {
        var piece = piece
        piece.withUTF8 { text.append(contentsOf: $0) }
    }

    private mutating func lines(_ lines: [String]) {
        for line in lines { self.line(line) }
    }

    /// The remaining width of the line in columns.
    private var width: Int { Self.width - indentation }

    private mutating func indented(_ body: (inout Renderer) -> Void) {
        indentation += 4
        body(&self)
        indentation -= 4
    }

    private mutating func render(_ declaration: Declaration) {
        let outer = access
        defer { access = outer }
        access = declaration.access ?? outer
        comment(declaration.doc)
        if declaration.isPreview { line("@_spi(Preview)") }
        if let attribute = declaration.attribute {
            lines(Wrapping.attribute(attribute, width: width))
        }
        let head = head(declaration)
        switch declaration.content {
        case .variable: line(head)
        case .getter(let value): lines(Wrapping.getter(head, value, width: width))
        case .value(let call):
            lines(Wrapping.call(call, prefix: head + " = ", suffix: "", width: width))
        case .enumCase(let values):
            lines(
                values.isEmpty
                    ? Wrapping.line(head, width: width)
                    : Wrapping.call(
                        Call(head, texts: values), prefix: "", suffix: "", width: width))
        case .type(let inherits, let members): render(head, inherits, members)
        case .requirement(let parameters, let effects):
            // The signature of a function, without its `{`.
            var signature = Wrapping.signature(head, parameters, effects, "{", width: width + 2)
            let last = signature.removeLast()
            lines(signature + (last == "{" ? [] : [String(last.dropLast(2))]))
        case .function(let parameters, let effects, let body):
            let end = body.isEmpty ? "{}" : "{"
            lines(Wrapping.signature(head, parameters, effects, end, width: width))
            // An empty body closes on the line of its signature.
            if !body.isEmpty { render(body) }
        }
    }

    /// Writes a body and its `}`, after the line with the `{`.
    private mutating func render(_ body: [Statement]) {
        indented { renderer in
            for statement in body { renderer.render(statement) }
        }
        line("}")
    }

    private mutating func comment(_ doc: DocComment) {
        for text in DocText.lines(of: doc, width: width - 4) {
            line(text.isEmpty ? "///" : "/// ", text)
        }
    }

    private mutating func render(_ head: String, _ inherits: [String], _ members: [Declaration]) {
        guard !members.isEmpty else {
            let inherits = inherits.joined(separator: ", ")
            line("\(head)\(inherits.isEmpty ? "" : ": ")\(inherits) {}")
            return
        }
        lines(Wrapping.head(head, inherits: inherits, width: width))
        indented { renderer in
            var previous: Declaration?
            for member in members {
                if let previous, !Self.belongTogether(previous, member) { renderer.line("") }
                renderer.render(member)
                previous = member
            }
        }
        line("}")
    }

    /// Returns whether two members are on consecutive lines.
    private static func belongTogether(_ first: Declaration, _ second: Declaration) -> Bool {
        first.isLine && second.isLine && first.introducer == second.introducer
    }

    private mutating func render(_ statement: Statement) {
        switch statement {
        case .text(let text): lines(Wrapping.line(text, width: width))
        case .call(let prefix, let call):
            lines(Wrapping.call(call, prefix: prefix, suffix: "", width: width))
        case .words(let callee, let words):
            lines(Wrapping.words(callee, words, width: width))
        case .guarding(let conditions, let failure):
            let short =
                "guard \(conditions.joined(separator: ", ")) else { throw \(Wrapping.flat(failure)) }"
            if short.fits(width) { return line(short) }
            let head = Wrapping.condition("guard ", conditions, "else", width: width)
            lines(head)
            indented { renderer in
                renderer.lines(
                    Wrapping.call(failure, prefix: "throw ", suffix: "", width: renderer.width))
            }
            line("}")
        case .block(let head, let body):
            line("\(head) {")
            render(body)
        case .catching(let body, let pattern, let handling):
            line("do {")
            indented { renderer in
                for statement in body { renderer.render(statement) }
            }
            line("} catch \(pattern) {")
            render(handling)
        case .switching(let subject, let branches):
            line("switch \(subject) {")
            for branch in branches {
                guard branch.body.isEmpty else {
                    line("\(branch.pattern):")
                    indented { renderer in
                        for statement in branch.body { renderer.render(statement) }
                    }
                    continue
                }
                let short = "\(branch.pattern): \(branch.result)"
                if short.fits(width) {
                    line(short)
                } else {
                    line("\(branch.pattern):")
                    indented { renderer in
                        renderer.lines(
                            branch.call.map {
                                Wrapping.call($0, prefix: "", suffix: "", width: renderer.width)
                            } ?? Wrapping.line(branch.result, width: renderer.width))
                    }
                }
            }
            line("}")
        }
    }
}
