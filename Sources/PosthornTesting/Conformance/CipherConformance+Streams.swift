import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let streams: [Behaviour] = [
        Behaviour("opens streams in pieces of any size", opensPieces),
        Behaviour("refuses a stream without its end", refusesEndlessStreams),
        Behaviour("refuses pieces in another order", refusesOrder),
        Behaviour("delivers no byte before it is verified", deliversVerified),
    ]

    @Sendable private static func opensPieces(_ bench: Bench) async throws {
        guard bench.cipher.opensStreams else { return }
        for count in [0, 1, 5000] {
            let body = Bench.bytes(count)
            let request = try await bench.sealed()
            let response = try await bench.respond(body, to: request)
            for size in [1, 7, 16, 1000] {
                let opened = await bench.streamed(
                    response, to: request, PieceSource(response.body, ofSize: size))
                try expect(
                    opened.error == nil && opened.response.body == body, .misread,
                    "a stream of \(count) bytes in pieces of \(size) bytes was not opened: "
                        + "\(opened.error.map { "\($0)" } ?? "other bytes")")
            }
        }
    }

    @Sendable private static func refusesEndlessStreams(_ bench: Bench) async throws {
        guard bench.cipher.opensStreams else { return }
        let message = try await StreamedMessage(bench)
        let sealed = message.response.body
        let last = [0, 1, 16, 17, sealed.count / 2, sealed.count - 16, sealed.count - 1]
        for count in Set(message.cuts + last).sorted() where (0..<sealed.count).contains(count) {
            var cut = message.response
            cut.body = Data(sealed.prefix(count))
            try await bench.expectRefusal(
                cut, to: message.request, .cut,
                "a stream of \(sealed.count) bytes opened that ended after \(count)")
            let broken = await bench.streamed(
                message.response, to: message.request,
                PieceSource(cut.body.isEmpty ? [] : [cut.body], breaks: true))
            try expect(
                broken.error != nil, .cut,
                "a stream whose connection broke after \(count) of \(sealed.count) bytes ended "
                    + "without an error")
        }
    }

    @Sendable private static func refusesOrder(_ bench: Bench) async throws {
        guard bench.cipher.opensStreams else { return }
        let message = try await StreamedMessage(bench)
        let sealed = message.response.body
        guard message.ends.count >= 3 else { return }
        // A cipher may read on before it delivers a piece, so the pieces end up to 20 bytes earlier.
        for back in 0...20 {
            let ends = message.ends.prefix(3).map { $0 - back }
            guard let start = ends.first, start > 0 else { continue }
            let (before, one) = (sealed[..<start], sealed[start..<ends[1]])
            let (two, rest) = (sealed[ends[1]..<ends[2]], sealed[ends[2]...])
            let others: [(String, [Data])] = [
                ("two pieces swapped", [before, two, one, rest]),
                ("a piece left out", [before, two, rest]),
                ("a piece repeated", [before, one, one, two, rest]),
                ("a piece in place of another", [before, one, one, rest]),
            ]
            for (what, pieces) in others {
                var changed = message.response
                changed.body = pieces.reduce(into: Data()) { $0 += $1 }
                try await bench.expectRefusal(
                    changed, to: message.request, .order, "a stream with \(what) opened")
            }
        }
    }

    @Sendable private static func deliversVerified(_ bench: Bench) async throws {
        guard bench.cipher.opensStreams else { return }
        let message = try await StreamedMessage(bench)
        let count = message.response.body.count
        for index in Set((0..<40).map { $0 * count / 40 } + message.cuts).sorted()
        where index < count {
            var changed = message.response
            changed.body[index] ^= 1
            let stream = await bench.streamed(changed, to: message.request)
            try expect(
                stream.error != nil, .changed,
                "byte \(index) of a stream of \(count) bytes was changed, and the stream opened")
            try expect(
                message.plain.starts(with: stream.response.body), .unverified,
                "byte \(index) of a stream of \(count) bytes was changed, and other bytes were "
                    + "delivered before the error")
        }
    }
}
