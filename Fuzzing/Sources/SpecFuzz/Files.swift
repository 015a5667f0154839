/// Several files in one input of the fuzzer.
enum Files {
    private static let separator: [UInt8] = Array("\n%%\n".utf8)

    /// The files, at most eight.
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var files: [[UInt8]] = []
        var start = 0
        var index = 0
        while index + separator.count <= bytes.count, files.count < 7 {
            guard bytes[index] == separator[0],
                Array(bytes[index..<(index + separator.count)]) == separator
            else {
                index += 1
                continue
            }
            files.append(Array(bytes[start...index]))
            index += separator.count
            start = index
        }
        return files + [Array(bytes[start...])]
    }
}
