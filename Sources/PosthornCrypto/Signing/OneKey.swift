/// A key that is current, and the only one.
struct OneKey: KeyProvider {
    let key: SecretKey

    func current() -> SecretKey { key }
    func key(id: String) -> SecretKey? { Array(id.utf8) == Array(key.id.utf8) ? key : nil }
}
