extension ByteStream {
    /// Returns this stream with a check of its length, which its own framing may not give.
    func measured(_ count: Int) -> ByteStream {
        adapted(count) { left, read throws(TransportError) in
            let piece = try await read()
            left -= piece?.count ?? 0
            guard left >= 0 else {
                throw .wrongRange("the server sent more bytes than the part of the file has")
            }
            guard piece != nil || left == 0 else {
                throw TransportError(
                    .truncated, "the part of the file ended \(left) bytes early",
                    advice: "download it again; the received bytes are kept if they can be used")
            }
            return piece
        }
    }
}
