// A process of its own for what can only be seen from outside or counted alone: what a session takes
// from its environment, what many calls leave behind, and what a file looks like when its writer is
// killed.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "get" where arguments.count == 3:
    try await get(arguments[1], authority: arguments[2])
case "load" where arguments.count == 2:
    try await load(calls: Int(arguments[1]) ?? 1000)
case "cookies" where arguments.count == 2 || arguments.count == 3:
    try saveCookies(to: arguments[1], fileLimit: arguments.count == 3 ? UInt(arguments[2]) : nil)
default:
    print(
        "usage: wire-check get URL AUTHORITY | wire-check load CALLS | wire-check cookies FILE [BYTES]"
    )
    exit(2)
}
