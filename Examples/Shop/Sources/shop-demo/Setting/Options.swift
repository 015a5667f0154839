import Foundation

/// The options on the command line.
struct Options {
    /// The server to call.
    enum Server {
        /// A program to start now and stop at the end.
        case program(path: String)
        case running(baseURL: String)
    }

    let server: Server

    static let usage = """
        usage: shop-demo --server-binary PATH    start this shop-server and call it
               shop-demo --server URL            call a running one, such as http://127.0.0.1:8080/v1,
                                                 with its key as base64 in SHOP_PARTNER_KEY
        """

    init(_ arguments: [String]) throws(Refusal) {
        switch (arguments.first, arguments.count) {
        case ("--server-binary", 2): server = .program(path: arguments[1])
        case ("--server", 2): server = .running(baseURL: arguments[1])
        case (nil, _): throw Refusal("which server?\n\(Self.usage)")
        case (let flag?, 1) where ["--server-binary", "--server"].contains(flag):
            throw Refusal("\(flag) needs a value\n\(Self.usage)")
        default: throw Refusal("can't read “\(arguments.joined(separator: " "))”\n\(Self.usage)")
        }
    }
}

/// The reason why the demo cannot start.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
