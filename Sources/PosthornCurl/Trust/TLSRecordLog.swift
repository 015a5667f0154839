/// Which records of TLS 1.3 a connection has sent that may hold a GOAWAY frame of HTTP/2.
///
/// Touched by the loop's thread alone. libcurl 7.88 sends what it has to say after each record that it
/// has read, in one. GOAWAY has 17 bytes, and more if it gives a reason (RFC 9113, section 6.8). What
/// else is said between a request and the end of its response is SETTINGS' acknowledgement of 9,
/// WINDOW_UPDATE of 13 and PING's of 17.
final class TLSRecordLog {
    /// How many of them there were.
    struct Count: Equatable {
        /// Those that may be answers to PING as well.
        var ambiguous = 0
        /// Those that are neither these nor WINDOW_UPDATE: GOAWAY, or a request.
        var telling = 0
    }

    private(set) var count = Count()
    /// How many there were when the last record came.
    private(set) var countAtReceipt = Count()

    func begin(_ session: UnsafeRawPointer, _ functions: OpenSSL) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        _ = functions.controlSession(session, Self.setArgument, 0, own)
        functions.setMessageCallback(session) { isSent, _, content, bytes, count, _, own in
            guard content == TLSRecordLog.recordHead, count == 5, let bytes, let own else { return }
            let records = Unmanaged<TLSRecordLog>.fromOpaque(own).takeUnretainedValue()
            let head = bytes.assumingMemoryBound(to: UInt8.self)
            records.note(isSent == 1 ? Int(head[3]) << 8 | Int(head[4]) : nil)
        }
    }

    /// Notes a record that was sent, by its length, or that one came.
    private func note(_ length: Int?) {
        guard let length else { return countAtReceipt = count }
        let frames = length - Self.overhead
        guard frames >= 17 else { return }
        if frames < Self.isAnswer.count, Self.isAnswer[frames] {
            count.ambiguous += 1
        } else {
            count.telling += 1
        }
    }

    /// By length, whether so many bytes may be answers to up to three PINGs, to SETTINGS once and to
    /// DATA four times.
    private static let isAnswer: [Bool] = {
        var lengths = [Bool](repeating: false, count: 9 + 4 * 13 + 3 * 17 + 1)
        for settings in 0...1 {
            for data in 0...4 {
                for ping in 0...3 { lengths[9 * settings + 13 * data + 17 * ping] = true }
            }
        }
        return lengths
    }()

    /// OpenSSL's number for setting what its message callback gets.
    private static let setArgument: Int32 = 16
    /// OpenSSL's number for the five bytes before each record.
    private static let recordHead: Int32 = 0x100
    /// A byte with the record's type, and 16 that prove it (RFC 8446, section 5.2).
    private static let overhead = 1 + 16
}
