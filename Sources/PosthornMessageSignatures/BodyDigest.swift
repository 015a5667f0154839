internal import Crypto
import FoundationEssentials
import PosthornCore
import PosthornKeys
internal import RawStructuredFieldValues

/// The `Content-Digest` and `Repr-Digest` of bodies (RFC 9530).
enum BodyDigest {
    /// Returns the field's value for a body, read piece by piece; of zero bytes if there is no body.
    static func field(
        _ body: HTTPBody?, _ algorithm: ContentDigest.Algorithm, for signer: String
    ) async throws -> String {
        let bytes =
            switch algorithm {
            case .sha256: Data(try await body.digest(SHA256.self, for: signer))
            case .sha512: Data(try await body.digest(SHA512.self, for: signer))
            }
        return "\(algorithm.rawValue)=:\(bytes.base64EncodedString()):"
    }

    /// Returns whether a field's SHA-256 and SHA-512 digests match the bytes; at least one must be present.
    ///
    /// Members for other algorithms, such as MD5, SHA-1 and checksums, are ignored because they are not
    /// secure.
    static func matches(_ field: String?, _ bytes: Data) -> Bool {
        guard let field, let members = StructuredField.dictionary(field) else { return false }
        let present = ContentDigest.Algorithm.allCases.filter { members[$0.rawValue] != nil }
        return !present.isEmpty
            && present.allSatisfy { algorithm in
                guard let digest = StructuredText.bytes(members[algorithm.rawValue]) else {
                    return false
                }
                return switch algorithm {
                case .sha256: SHA256.hash(data: bytes) == digest
                case .sha512: SHA512.hash(data: bytes) == digest
                }
            }
    }
}

extension HTTPField.Name {
    static let signature = Self(token: "Signature")
}
