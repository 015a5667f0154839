import FoundationEssentials

/// The identifier of the current system boot (random(4), `/proc/sys/kernel/random/boot_id`).
enum BootID {
    /// `nil` if the system does not provide one.
    static let current: String? = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let id = text.filter { !$0.isWhitespace }
        return id.isEmpty ? nil : id
    }()
}
