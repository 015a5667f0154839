/// The certificate revocation lists of a file, in OpenSSL's form.
///
/// SAFETY: nothing changes after init; OpenSSL locks its cached values.
final class RevocationLists: @unchecked Sendable {
    private let lists: [OpaquePointer]
    private let functions: RevocationFunctions

    /// Returns `nil` if the file holds no list, or one that can't be read.
    init?(file: [UInt8]) {
        guard let functions = RevocationFunctions.functions, let openSSL = OpenSSL.functions else {
            return nil
        }
        self.functions = functions
        let lists = Self.pem(file, functions, openSSL) ?? Self.der(file, functions, openSSL)
        guard let lists else { return nil }
        self.lists = lists
    }

    deinit { for list in lists { functions.releaseList(list) } }

    /// Calls a closure while a verification uses the lists.
    static func use<Result>(
        _ all: [RevocationLists], in store: OpaquePointer?, _ body: () -> Result
    ) -> Result {
        guard let functions = RevocationFunctions.functions, let openSSL = OpenSSL.functions,
            !all.isEmpty
        else { return body() }
        let stack = openSSL.newStack()
        for list in all.flatMap(\.lists) { _ = openSSL.push(stack, list) }
        functions.setLists(store, stack)
        defer {
            functions.setLists(store, nil)
            openSSL.releaseStack(stack)
        }
        return body()
    }

    private static func der(
        _ file: [UInt8], _ functions: RevocationFunctions, _ openSSL: OpenSSL
    ) -> [OpaquePointer]? {
        defer { openSSL.forgetErrors() }
        return file.withUnsafeBufferPointer { bytes in
            var end = bytes.baseAddress
            guard let list = functions.readList(nil, &end, bytes.count) else { return nil }
            guard end == bytes.baseAddress.map({ $0 + bytes.count }) else {
                functions.releaseList(list)
                return nil
            }
            return [list]
        }
    }

    /// `nil` without a list in PEM.
    private static func pem(
        _ file: [UInt8], _ functions: RevocationFunctions, _ openSSL: OpenSSL
    ) -> [OpaquePointer]? {
        openSSL.readPEM(file, functions.readPEM, release: functions.releaseList)
    }
}
