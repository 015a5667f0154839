/// The FNV-1a hash with 128 bits, which is the same in every process.
///
/// It detects accidental changes, not attacks. It does not reveal a text that can't be guessed.
enum Fingerprint {
    static func hex(of bytes: some Sequence<UInt8>) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        return String(hash, radix: 16)
    }
}
