import Glibc

/// Returns a library function found at run time, so that its headers are not needed.
///
/// - Parameter library: A handle from `dlopen`. `nil`, the default, searches all loaded libraries.
package func systemFunction<Function>(
    _ name: String, of library: UnsafeMutableRawPointer? = nil
) -> Function? {
    dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
}
