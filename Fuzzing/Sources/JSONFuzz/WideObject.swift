internal import PosthornJSON

/// An object with more members than a word has bits.
struct WideObject: JSONReadable {
    private(set) var values: [Int: JSONValue] = [:]

    static let count = 70
    /// The members that must not be missing, of both groups of 64.
    static let required = ["m00", "m64", "m69"]

    static func name(_ index: Int) -> String { index < 10 ? "m0\(index)" : "m\(index)" }

    init(json: inout JSONReader) throws {
        var object = json.beginObject(
            """
            m00 m01? m02? m03? m04? m05? m06? m07? m08? m09? m10? m11? m12? m13? m14? m15?
            m16? m17? m18? m19? m20? m21? m22? m23? m24? m25? m26? m27? m28? m29? m30? m31?
            m32? m33? m34? m35? m36? m37? m38? m39? m40? m41? m42? m43? m44? m45? m46? m47?
            m48? m49? m50? m51? m52? m53? m54? m55? m56? m57? m58? m59? m60? m61? m62? m63?
            m64 m65? m66? m67? m68? m69
            """)
        while let member = json.nextMember(&object) { values[member] = json.value() }
        try json.endObject(object)
    }
}
