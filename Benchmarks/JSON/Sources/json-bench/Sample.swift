import Foundation

/// The document that is read: 3,000 orders, the same ones each time.
enum Sample {
    static let orders: [PlainOrder] = (0..<3_000).map { number in
        PlainOrder(
            id: UUID(uuidString: "00000000-0000-4000-8000-" + padded(number, to: 12)) ?? UUID(),
            number: number, placedAt: "2026-11-21T10:23:\(padded(number % 60, to: 2)).250Z",
            customer: .init(
                name: "Zoë \"\(number)\" Müller", city: "Köln\t\(number % 90)", tags: ["a", "new"]),
            lines: (0...(number % 3)).map { line in
                .init(
                    sku: "tea-oolong-\(line)", title: "Oolong, 100 g\nloose", quantity: line + 1,
                    price: 12.5 * Double(line + 1))
            },
            total: Double(number) * 1.25, isPaid: number % 2 == 0,
            note: number % 4 == 0 ? "ring twice, please — and wait" : nil)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}
