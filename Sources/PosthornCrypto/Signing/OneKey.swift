/// A key that is current, and the only one.
struct OneKey: KeyProvider {
    let key: SecretKey

    func current() -> SecretKey { key }
    func key(id: String) -> SecretKey? { KeyID.areSame(id, key.id) ? key : nil }
}
