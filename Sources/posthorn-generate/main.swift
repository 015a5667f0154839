internal import PosthornCodegen
internal import PosthornSpec

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

let outcome = GenerateCommand.run(Array(CommandLine.arguments.dropFirst()))
StandardError.write(outcome.messages)
exit(outcome.exitCode)
