import Glibc

/// A function of a library that is found at run time, so that nobody needs its headers.
/// - Parameter library: What `dlopen` gave; `nil`, the default, looks at all that the process has loaded.
func systemFunction<Function>(
    _ name: String, of library: UnsafeMutableRawPointer? = nil
) -> Function? {
    dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
}
