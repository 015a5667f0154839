import Foundation

// bench-service <folder to write> <checkout of Posthorn>
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("usage: bench-service <folder to write> <checkout of posthorn>")
    exit(64)
}
try ServicePackage(
    folder: URL(filePath: arguments[1]).standardizedFileURL,
    checkout: URL(filePath: arguments[2]).standardizedFileURL
).write()
