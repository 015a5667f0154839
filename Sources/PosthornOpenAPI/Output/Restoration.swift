internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// An import of what an export wrote: the same files with the same specs.
///
/// `x-posthorn` at the root has the keys of the service, and under `files` the names in each file. What the document
/// has besides was added to it, and is imported as usual.
struct Restoration {
    private let document: ForeignDocument
    private let options: OpenAPIImport.Options
    private let root: Node
    private let layout: Node
    private var names: Set<String> = []

    /// Returns `nil` for a document that no export wrote.
    init?(_ document: ForeignDocument, _ options: OpenAPIImport.Options) {
        guard let root = document.root[Extension.key], let files = root["files"] else { return nil }
        (self.document, self.options, self.root, layout) = (document, options, root, files)
        for (_, file) in files.entries {
            names.formUnion(file["endpoints"]?.list.map(\.text) ?? [])
            for (group, calls) in file["groups"]?.entries ?? [] {
                let list = calls["endpoints"] ?? calls
                names.formUnion(list.list.map { "\(group).\($0.text)" })
            }
        }
    }

    /// Returns whether an export wrote the operation of an endpoint.
    func has(_ endpoint: EndpointDraft) -> Bool {
        endpoint.operation.id.map(names.contains) ?? false
    }

    /// Returns the files with their keys.
    func files(
        _ parts: OpenAPIImport.Parts, _ overlay: Overlay
    ) throws(ImportFailure) -> [(name: String, members: [SpecMember])] {
        var calls: [String: SpecValue] = [:]
        for (draft, _, member) in parts.endpoints {
            guard has(draft), let id = draft.operation.id, calls[id] == nil else { continue }
            var value = Extension.value(member.value, at: draft.operation.node) ?? member.value
            if let own = overlay.operation(draft.operation), let members = value.members {
                value = .map(Extension.merged(members, own.members, without: []))
            }
            let members = value.members ?? []
            let isShort = members.count < 3 && !members.contains { $0.key == "doc" }
            calls[id] = isShort ? .map(members) : .block(members)
        }
        let read = Dictionary(
            parts.types.map { ($0.member.key, $0.member) }, uniquingKeysWith: { first, _ in first })
        let schemas = document.root["components"]?["schemas"]
        var types: [String: SpecMember] = [:]
        for (_, file) in layout.entries {
            for name in file["types"]?.list.map(\.text) ?? [] {
                types[name] = Extension.value(read[name]?.value, at: schemas?[name])
                    .map { SpecMember(name, $0) }
            }
        }
        var files: [(name: String, members: [SpecMember])] = []
        for (name, file) in layout.entries {
            try check(name, file)
            files.append((name, members(of: file, parts, calls, types)))
        }
        addOthers(to: &files, parts)
        return files.filter { !$0.members.isEmpty }
    }

    private func members(
        of file: Node, _ parts: OpenAPIImport.Parts, _ calls: [String: SpecValue],
        _ types: [String: SpecMember]
    ) -> [SpecMember] {
        var result: [SpecMember] = []
        if let name = file.string("service") {
            let own = Extension.value(.map(parts.service), at: document.root)?.members ?? []
            result = own.filter { $0.key != "service" && $0.key != "files" }
            result.insert(
                SpecMember("service", .plain(options.keepsName ? options.service : name)), at: 0)
        }
        func block(_ key: String, _ members: [SpecMember]) {
            guard !members.isEmpty else { return }
            result.append(SpecMember(key, .block(members), isSeparated: true))
        }
        for (key, value) in file.entries {
            switch key {
            case "endpoints": block(key, Self.calls(value, "", calls))
            case "types": block(key, value.list.compactMap { types[$0.text] })
            case "standalone":
                result.append(SpecMember(key, SpecValue(extension: value), isSeparated: true))
            case "groups":
                block(
                    key,
                    value.entries.compactMap { name, group in
                        let own = Self.group(name, group, calls)
                        return own.isEmpty ? nil : SpecMember(name, .block(own))
                    })
            default: break
            }
        }
        return result
    }

    private static func group(
        _ name: String, _ group: Node, _ calls: [String: SpecValue]
    ) -> [SpecMember] {
        guard group["endpoints"] != nil else { return Self.calls(group, "\(name).", calls) }
        return group.entries.map { key, value in
            key == "endpoints"
                ? SpecMember(key, .block(Self.calls(value, "\(name).", calls)))
                : SpecMember(key, SpecValue(extension: value))
        }
    }

    private static func calls(
        _ names: Node, _ prefix: String, _ calls: [String: SpecValue]
    ) -> [SpecMember] {
        names.list.compactMap { name in
            calls[prefix + name.text].map { SpecMember(name.text, $0, isSeparated: true) }
        }
    }

    /// Refuses a file that would not stand in the folder.
    private func check(_ name: String, _ node: Node) throws(ImportFailure) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") }),
            name.hasSuffix(".yaml") || name.hasSuffix(".yml"),
            !name.unicodeScalars.contains(where: { $0.value < 0x20 || TextSafety.isUnsafe($0) })
        else {
            throw document.failure(
                node, "a spec file stands in the folder of the import", found: quoted(name),
                write: "a name such as 'Orders.yaml'")
        }
    }

    /// Adds the endpoints that no export wrote, and the types that the files name without having them.
    private func addOthers(
        to files: inout [(name: String, members: [SpecMember])], _ parts: OpenAPIImport.Parts
    ) {
        for (draft, file, member) in parts.endpoints
        where !has(draft) { Self.add(member, under: "endpoints", in: file, &files) }
        var known = Set(layout.entries.flatMap { $0.value["types"]?.list.map(\.text) ?? [] })
        var open = files.flatMap(\.members)
        while let member = open.popLast() {
            let words = Self.words(of: member.value)
            for (file, type) in parts.types where words.contains(type.key) {
                guard known.insert(type.key).inserted else { continue }
                Self.add(type, under: "types", in: file ?? "Types.yaml", &files)
                open.append(type)
            }
        }
    }

    private static func add(
        _ member: SpecMember, under key: String, in file: String,
        _ files: inout [(name: String, members: [SpecMember])]
    ) {
        let index = files.firstIndex { $0.name == file } ?? files.count
        if index == files.count { files.append((file, [])) }
        if let place = files[index].members.firstIndex(where: { $0.key == key }) {
            let members = files[index].members[place].value.members ?? []
            files[index].members[place].value = .block(members + [member])
        } else {
            files[index].members.append(SpecMember(key, .block([member]), isSeparated: true))
        }
    }

    /// Returns the words of a value, among which are the names of its types.
    private static func words(of value: SpecValue) -> Set<String> {
        switch value {
        case .text(let text), .quoted(let text), .plain(let text):
            Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        case .list(let items): items.reduce(into: []) { $0.formUnion(words(of: $1)) }
        case .literal(_, let lines): words(of: .list(lines.map { .text($0) }))
        case .map(let members), .block(let members), .items(let members):
            members.reduce(into: []) { $0.formUnion(words(of: $1.value)) }
        }
    }
}
