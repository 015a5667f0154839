/// Waits until something is so that nobody tells of.
///
/// It leaves the thread to others between two looks and ends with its task. A loop of yields keeps a
/// processor from those that it waits for, and goes on for ever after its test was given up.
public func until(
    isolation: isolated (any Actor)? = #isolation, _ isSo: () throws -> Bool
) async throws {
    while try !isSo() { try await Task.sleep(for: .milliseconds(1)) }
}
