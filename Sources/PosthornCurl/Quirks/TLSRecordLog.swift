import CCurl

/// Counts the sent TLS 1.3 records that may hold an HTTP/2 GOAWAY frame.
///
/// Used by the loop's thread only. After each record that it reads, libcurl 7.88 sends its pending frames in
/// one record. A GOAWAY frame has 17 bytes, or more with debug data (RFC 9113, section 6.8). The other frames
/// sent between a request and the end of its response are acknowledgements of SETTINGS (9 bytes) and PING (17
/// bytes), and WINDOW_UPDATE (13 bytes).
final class TLSRecordLog {
    /// The numbers of such records.
    struct Count: Equatable {
        /// Records that may also be acknowledgements of PING.
        var ambiguous = 0
        /// Records that are neither acknowledgements nor WINDOW_UPDATE: GOAWAY or a request.
        var telling = 0
    }

    private(set) var count = Count()
    /// The numbers when the last record was received.
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

    /// Counts a sent record by its length; `nil` stands for a received record.
    private func note(_ length: Int?) {
        guard let length else { return countAtReceipt = count }
        let frames = length - Self.overhead
        guard frames >= 17 else { return }
        if frames < Self.mayBeAcknowledgements.count, Self.mayBeAcknowledgements[frames] {
            count.ambiguous += 1
        } else {
            count.telling += 1
        }
    }

    /// Whether frames of this total length may be acknowledgements only.
    ///
    /// They may be those of up to three PING and one SETTINGS frames, and WINDOW_UPDATE for four DATA frames.
    private static let mayBeAcknowledgements: [Bool] = {
        var lengths = [Bool](repeating: false, count: 9 + 4 * 13 + 3 * 17 + 1)
        for settings in 0...1 {
            for data in 0...4 {
                for ping in 0...3 { lengths[9 * settings + 13 * data + 17 * ping] = true }
            }
        }
        return lengths
    }()

    /// OpenSSL's number of the call that sets the message callback's argument.
    private static let setArgument: Int32 = 16
    /// OpenSSL's number for the five header bytes of each record.
    private static let recordHead: Int32 = 0x100
    /// The record's content type (1 byte) and its authentication tag (16 bytes; RFC 8446, section 5.2).
    private static let overhead = 1 + 16
}

extension EasyHandle {
    /// Starts counting the records that the connection sends; `nil` unless it uses TLS 1.3.
    func countSentRecords() -> TLSRecordLog? {
        guard Quirk.hiddenGoAway.isActive, security?.version == "TLSv1.3",
            let session = posthorn_tls_session(raw)
        else { return nil }
        return CertificateCheck.of(session)?.countSentRecords(of: session)
    }
}
