import CryptoExtras
import Foundation

/// The key of a service account, made for one run of the tests.
enum TestKey {
    static let pem = (try? _RSA.Signing.PrivateKey(keySize: .bits2048))?.pemRepresentation ?? ""
}
