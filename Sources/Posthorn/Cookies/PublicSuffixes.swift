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
            let latest = dlsym(handle, "psl_latest"),
            let isSuffix = dlsym(handle, "psl_is_public_suffix"),
            let domain = dlsym(handle, "psl_registrable_domain")
        else { return nil }
        let load = unsafeBitCast(latest, to: Latest.self)
        guard let context = load(nil) else { return nil }
        let list = List(
            context: context, isSuffix: unsafeBitCast(isSuffix, to: IsSuffix.self),
            domain: unsafeBitCast(domain, to: Registrable.self))
        return PublicSuffixes(
            contains: { list.isSuffix(list.context, $0) != 0 },
            registrable: { name in
                // The result is a part of the name that was given, and lives as long.
                name.withCString { list.domain(list.context, $0).map { String(cString: $0) } }
            })
    }

    private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias IsSuffix = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    private typealias Registrable =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>?

    // SAFETY: libpsl only reads a list once it is loaded, from any thread; it is never freed.
    private struct List: @unchecked Sendable {
        let context: OpaquePointer
        let isSuffix: IsSuffix
        let domain: Registrable
    }
}
