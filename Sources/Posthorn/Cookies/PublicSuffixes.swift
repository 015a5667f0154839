import Glibc

/// The domains under which anybody can have a name, such as `com` and `co.uk`: no cookie is for all
/// of them.
///
/// The list is libpsl's, which libcurl brings with it. Its headers are not among the packages that
/// we ask for, so it is looked up at run time.
package struct PublicSuffixes: Sendable {
    /// Whether a domain in lower case, non-ASCII labels in their ASCII form, is one.
    package let contains: @Sendable (String) -> Bool
    /// The name below the suffix that one owner has, as `example.co.uk`.
    ///
    /// `nil` if the domain is a suffix itself.
    package let registrable: @Sendable (String) -> String?

    /// The system's list; the newer one of the file that the system has and what libpsl was built
    /// with.
    ///
    /// `nil` without libpsl.
    package static let system: PublicSuffixes? = load("libpsl.so.5")

    /// The list of a library.
    package static func load(_ library: String) -> PublicSuffixes? {
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
                // The result is a part of the name that was given, and lives as long.
                name.withCString { domain(list, $0).map { String(cString: $0) } }
            })
    }

    private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias IsSuffix = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    private typealias Registrable =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
}
