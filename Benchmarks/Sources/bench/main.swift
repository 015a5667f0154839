import Foundation

// bench <checkout of posthorn> <folder of the synthetic service>
//
// Expects the tool to be built in debug and in release. The compiler runs last, as it takes longest.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("usage: bench <checkout of posthorn> <folder of the synthetic service>")
    exit(64)
}
do {
    let bench = try ServiceBench(
        checkout: URL(filePath: arguments[1]).standardizedFileURL,
        service: URL(filePath: arguments[2]).standardizedFileURL)
    try bench.run()
} catch let failure as BenchFailure {
    print("bench: \(failure.what)")
    exit(1)
}
