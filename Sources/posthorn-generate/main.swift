internal import PosthornCodegen

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

let outcome = GenerateCommand.run(Array(CommandLine.arguments.dropFirst()))
let text = outcome.messages.map { $0 + "\n" }.joined()
var rest = Array(text.utf8)[...]
while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    guard written > 0 else { break }
    rest = rest.dropFirst(written)
}
exit(outcome.exitCode)
