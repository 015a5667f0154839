import Glibc

/// The domains under which anyone can register a name, such as `com` and `co.uk`.
///
/// Cookies must not span such a domain. The list comes from libpsl, which libcurl installs. It is loaded at
/// run time, because the package does not depend on libpsl's headers.
struct PublicSuffixes: Sendable {
    /// It must be in lower case, with non-ASCII labels in ASCII form.
    let contains: @Sendable (String) -> Bool
    /// Returns the part of a domain that one owner has registered, such as `example.co.uk`.
    ///
    /// `nil` if the domain is itself a suffix.
    let registrable: @Sendable (String) -> String?

    /// The newer of the system's list file and the list built into libpsl.
    ///
    /// `nil` without libpsl.
    static let system: PublicSuffixes? = load("libpsl.so.5")

    static func load(_ library: String) -> PublicSuffixes? {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL),
            let latest: Latest = systemFunction("psl_latest", of: handle),
            let isSuffix: IsSuffix = systemFunction("psl_is_public_suffix", of: handle),
            let domain: Registrable = systemFunction("psl_registrable_domain", of: handle),
            let context = latest(nil)
        else { return nil }
        // SAFETY: libpsl only reads a list once it is loaded, from any thread; it is never freed.
        nonisolated(unsafe) let list = context
        return PublicSuffixes(
            contains: { isSuffix(list, $0) != 0 },
            registrable: { name in
                // The result points into the given name and is valid as long as the name.
                name.withCString { domain(list, $0).map { String(cString: $0) } }
            })
    }

    private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias IsSuffix = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    private typealias Registrable =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
}
