/// What the regular expressions lack that are matched in bounded time.
enum BoundedPattern {
    /// Returns the part of a pattern that such a match does not know, or `nil` for none.
    static func unknownPart(of pattern: String) -> String? {
        let scalars = Array(pattern.unicodeScalars)
        var isInGroup = false
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case "\\":
                if let next, next.properties.isAlphabetic || ("0"..."9").contains(next),
                    !"dDwWsSnrtbB".unicodeScalars.contains(next)
                        || isInGroup && "bB".unicodeScalars.contains(next)
                {
                    return "\\\(next)"
                }
                index += 1
            case "[":
                if isInGroup { return "[ in [" }
                isInGroup = true
                if next == "^" { index += 1 }
                if index + 1 < scalars.count, scalars[index + 1] == "]" { return "[]" }
            case "]": isInGroup = false
            case "&", "-", "~": if isInGroup, next == scalar { return "\(scalar)\(scalar)" }
            case "(":
                guard !isInGroup, next == "?" else { break }
                if index + 2 >= scalars.count || scalars[index + 2] != ":" { return "(?" }
            case "*", "+", "?", "}":
                guard !isInGroup, let next, "*+".unicodeScalars.contains(next) else { break }
                return "\(scalar)\(next)"
            default: break
            }
            index += 1
        }
        return nil
    }
}
