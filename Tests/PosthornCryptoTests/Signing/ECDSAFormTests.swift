import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Row 217: an ECDSA signature is two numbers of fixed length, from 1 to the curve's order minus 1.
///
/// No published vectors have P-521 in this form, so the test checks the rule itself for all curves.
@Suite("ECDSA signature format")
struct ECDSAFormTests {
    /// The orders of FIPS 186-5's curves (SP 800-186, section 3.2.1).
    static let curves: [(KeyKind, order: String)] = [
        (.p256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        (
            .p384,
            "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196a"
                + "ccc52973"
        ),
        (
            .p521,
            "01" + String(repeating: "f", count: 64)
                + "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"
        ),
    ]

    @Test(arguments: curves)
    func rejectsMalformedSignatures(_ kind: KeyKind, _ order: String) throws {
        let key = try SigningKey(PrivateKey.random(kind, id: "k"))
        let message = Data("message".utf8)
        let signature = try key.sign(message)
        let order = Data(hex: order)
        let size = order.count
        #expect(signature.count == 2 * size)
        #expect(key.verifying.verifies(signature, of: message))
        let (first, second) = (signature.prefix(size), signature.suffix(size))
        let zero = Data(count: size)
        let top = Data(repeating: 0xff, count: size)
        var wrong: [String: Data] = [
            "nothing": Data(), "cut": signature.dropLast(), "longer": signature + [0],
            "zeros before each": [0] + first + [0] + second, "half": first,
            "swapped": second + first,
        ]
        for (name, number) in ["0": zero, "the order": order, "all bits": top] {
            wrong["r is \(name)"] = number + second
            wrong["s is \(name)"] = first + number
            wrong["both are \(name)"] = number + number
        }
        wrong["DER"] =
            switch kind {
            case .p256:
                try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
            case .p384:
                try P384.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
            default: try P521.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
            }
        for (name, bytes) in wrong {
            #expect(!key.verifying.verifies(bytes, of: message), "\(name)")
        }
        // Every byte matters.
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.verifying.verifies(changed, of: message), "byte \(index)")
        }
    }
}
