import FoundationEssentials

/// Which start of the system this is (random(4), `/proc/sys/kernel/random/boot_id`).
enum BootID {
    /// `nil` if the system does not say.
    static let current: String? = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let id = text.filter { !$0.isWhitespace }
        return id.isEmpty ? nil : id
    }()
}
