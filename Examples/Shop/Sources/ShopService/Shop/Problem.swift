/// The body of a response that is not a success.
struct Problem: Error, Encodable, Sendable {
    /// The HTTP status of the response.
    let status: Int
    let code: Int
    let message: String

    private enum CodingKeys: String, CodingKey {
        case code, message
    }

    static func badRequest(_ message: String) -> Problem {
        Problem(status: 400, code: 4000, message: message)
    }

    static func notFound(_ message: String) -> Problem {
        Problem(status: 404, code: 4040, message: message)
    }

    static func outOfStock(_ product: Product, wanted: Int) -> Problem {
        Problem(
            status: 409, code: 4091,
            message: "\(product.name): \(wanted) wanted, \(product.stock) in the warehouse")
    }

    static let alreadyShipped = Problem(
        status: 409, code: 4092, message: "the order is on its way and can't be cancelled")

    static let tooLarge = Problem(status: 413, code: 4130, message: "the body is larger than 1 MiB")
}
