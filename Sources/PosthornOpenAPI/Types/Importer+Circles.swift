internal import PosthornForeign

/// Opens the circles of objects that contain themselves.
extension Importer {
    /// Lets a member be missing where each value of an object would contain another one without end.
    func openCircles(among types: [DeclaredType]) {
        // Whether all that a type contains is known.
        var states: [ObjectIdentifier: Bool] = [:]
        for root in types where root.isObject && states[ObjectIdentifier(root)] == nil {
            // The types on the way, each with the number of its members that have been followed.
            var way = [(type: root, next: 0)]
            states[ObjectIdentifier(root)] = false
            while let (type, next) = way.last {
                guard var shape = type.shape, next < shape.fields.count else {
                    states[ObjectIdentifier(type)] = true
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                guard case .declared(let inner) = shape.fields[next].type, inner.isObject,
                    !shape.fields[next].isOptional
                else { continue }
                switch states[ObjectIdentifier(inner)] {
                case true?: break
                case false?:
                    shape.fields[next].isOptional = true
                    type.shape = shape
                    remark(
                        type, shape.fields[next].node,
                        "a member that contains its own type may be missing, although it is required"
                    )
                case nil:
                    states[ObjectIdentifier(inner)] = false
                    way.append((inner, 0))
                }
            }
        }
    }
}
