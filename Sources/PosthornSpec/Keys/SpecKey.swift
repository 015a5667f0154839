/// A row of the table of keys: all that readers, schema, documents and `posthorn explain` know about a key.
///
/// To add a key, add its row here, its reader, its code, its page and its golden folder. A key with different
/// meanings has a row for each.
package struct SpecKey: Sendable {
    /// The names of keys that differ in nothing else, such as the methods.
    package let names: [String]
    package let places: [KeyPlace]
    package let form: KeyForm
    /// One sentence about the value.
    package let summary: String
    /// What holds without the key, or `nil` for a key that its place requires.
    ///
    /// In place of a required key, there can be one that it excludes.
    package let absence: String?
    /// The key with a value.
    package let example: String
    /// The page in `Documentation/Spec`, without its suffix.
    package let page: String
    /// The keys of which one has to stand beside this key.
    package let needs: [String]
    /// The keys that cannot stand beside this key; its own names are ignored.
    package let excludes: [String]
    /// The names of the key in an earlier form of the language.
    package let formerNames: [String]

    init(
        _ names: String..., in places: [KeyPlace], _ form: KeyForm, _ summary: String,
        without absence: String?, example: String, page: String, needs: [String] = [],
        excludes: [String] = [], formerly formerNames: [String] = []
    ) {
        (self.names, self.places, self.form, self.summary) = (names, places, form, summary)
        (self.absence, self.example, self.page) = (absence, example, page)
        (self.needs, self.excludes, self.formerNames) = (needs, excludes, formerNames)
    }

    /// All rows, in the order in which diagnostics and documents list them.
    package static var all: [SpecKey] { Array(groups.joined()) }

    /// The rows of ``all``, which a build reads without a copy.
    static let groups = [service, schemes, endpoint, outputs, rules, polls, fields, types]
}
