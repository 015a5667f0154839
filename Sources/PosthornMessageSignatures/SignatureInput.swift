import FoundationEssentials
import PosthornCore
import PosthornKeys
internal import RawStructuredFieldValues

/// The covered components and the parameters of a signature.
///
/// This is a member of `Signature-Input` (RFC 9421, section 4.1).
struct SignatureInput {
    let components: [SignatureComponent]
    /// The parameters in their serialized order, which is signed too.
    let parameters: SignatureComponent.Parameters
}

extension SignatureInput {
    /// Parses a member.
    ///
    /// Returns `nil` if the member is invalid, covers a component twice, or names a component that no message
    /// has. Returns `nil` also if there are too many components or parameters, because each costs time before
    /// the verification.
    init?(_ member: ItemOrInnerList?) {
        guard case .innerList(let list) = member, list.bareInnerList.count <= 32,
            list.rfc9651Parameters.count <= 12
        else { return nil }
        var components: [SignatureComponent] = []
        var seen: Set<SignatureComponent> = []
        for item in list.bareInnerList {
            guard case .string(let name) = item.rfc9651BareItem, name == name.lowercased(),
                item.rfc9651Parameters.count <= 8
            else { return nil }
            let component = SignatureComponent(name, item.rfc9651Parameters)
            guard seen.insert(component.canonical).inserted, name != "@signature-params" else {
                return nil
            }
            components.append(component)
        }
        self.init(components: components, parameters: list.rfc9651Parameters)
    }

    var list: ItemOrInnerList {
        var items = BareInnerList()
        for component in components { items.append(component.item) }
        return .innerList(InnerList(bareInnerList: items, parameters: parameters))
    }

    func text(_ name: String) -> String? {
        guard case .string(let text) = parameters[name] else { return nil }
        return text
    }

    func date(_ name: String) -> Date? {
        guard case .integer(let seconds) = parameters[name] else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    func covers(_ component: SignatureComponent) -> Bool {
        components.contains { $0.isSame(as: component) }
    }

    func base(of message: SignedMessage) throws -> Data {
        var text = ""
        for component in components {
            let value: String
            do throws(SignedMessage.Defect) {
                value = try message.value(component)
            } catch {
                throw APIError.Cause.unsignable(
                    "the component \(component) \(error.cause)",
                    "sign components that the message has, or leave this one out")
            }
            text += "\(component): \(value)\n"
        }
        text += "\"@signature-params\": \(try StructuredText.list([list]))"
        return Data(text.utf8)
    }
}
