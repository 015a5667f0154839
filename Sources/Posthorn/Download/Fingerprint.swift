/// A number that tells texts and bytes apart, the same in every process: FNV-1a with 128 bits.
///
/// It finds changes, not attacks, and gives nothing away of a text that can't be guessed.
enum Fingerprint {
    /// The number in hexadecimal digits.
    static func hex(of bytes: some Sequence<UInt8>) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        return String(hash, radix: 16)
    }
}
