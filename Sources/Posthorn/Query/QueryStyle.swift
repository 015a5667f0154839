/// How values become the `name=value` pairs of a query or an urlencoded form.
///
/// Any `Encodable` can be written: objects and arrays to any depth. The default repeats the name of an
/// array, puts the names of members in brackets, and leaves `nil` out; ``afNetworking``,
/// ``form(explode:)``, ``spaceDelimited``, ``pipeDelimited`` and ``deepObject`` are the rules of others.
///
/// ```swift
/// var style = QueryStyle.afNetworking
/// style.dates = .unix
/// request.query(encoding: filter, style: style)
/// ```
public struct QueryStyle: Sendable, Hashable {
    /// How the elements of an array are written.
    ///
    /// An array without elements sends nothing.
    public enum Arrays: Sendable, Hashable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`; the elements are scalars.
        case comma
        /// `a=1%202`; the elements are scalars without a space.
        case space
        /// `a=1%7C2`; the elements are scalars without a `|`.
        case pipe
    }

    /// How the members of an object are written.
    public enum Objects: Sendable, Hashable {
        /// `a[b][c]=1`
        case brackets
        /// `a.b.c=1`
        case dots
        /// `b=1`: the members take the place of the parameter; they are scalars or arrays.
        case members
        /// `a=b,1,c,2`; the members are scalars.
        case comma
        /// `a=b%201%20c%202`; the members are scalars without a space.
        case space
        /// `a=b%7C1%7Cc%7C2`; the members are scalars without a `|`.
        case pipe
    }

    /// How `null` is written.
    ///
    /// A member that its type leaves out when it is `nil` is never written.
    public enum Nulls: Sendable, Hashable {
        /// Not at all.
        case left
        /// `a`
        case bare
        /// `a=`
        case empty
        /// `a=null`
        case word
    }

    /// How truth is written.
    public enum Booleans: Sendable, Hashable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// How a space is written.
    public enum Space: Sendable, Hashable {
        /// `%20`, which every server reads.
        case percent
        /// `+`, as HTML forms do.
        case plus
    }

    /// Arrays.
    ///
    /// The default is ``Arrays/repeated``.
    public var arrays: Arrays
    /// Sets, whose elements are sorted by their text.
    ///
    /// The default is ``Arrays/repeated``.
    public var sets: Arrays
    /// Objects and maps.
    ///
    /// The default is ``Objects/brackets``.
    public var objects: Objects
    /// Nulls.
    ///
    /// The default is ``Nulls/left``.
    public var nulls: Nulls
    /// Truth.
    ///
    /// The default is ``Booleans/words``.
    public var booleans: Booleans
    /// Dates.
    ///
    /// The default is ``DateForm/rfc3339``. Generated types have the forms of their spec.
    public var dates: DateForm
    /// Bytes.
    ///
    /// The default is ``DataForm/base64``. Generated types have the forms of their spec.
    public var data: DataForm
    /// The names of members.
    ///
    /// The default is ``KeyCase/asWritten``.
    public var keys: KeyCase
    /// Whether members are sorted by name.
    ///
    /// The default is `false`, the order in which the type writes them; maps are always sorted, so
    /// that the same value gives the same text. As the style of a request it sorts all of its query.
    public var sortsKeys: Bool
    /// Spaces in names and values.
    ///
    /// `nil`, the default, is `%20` in a query and `+` in a form.
    public var space: Space?
    /// Reserved characters that stay as they are, beside the unreserved ones of RFC 3986.
    ///
    /// The default is none; of ``!$'()*,;:@/?[]`` those that are named stay. All others are always
    /// encoded: a value could not be told from what is around it. So is a comma in texts that commas
    /// join.
    public var allowedCharacters: String

    /// Creates a style.
    public init(
        arrays: Arrays = .repeated, sets: Arrays = .repeated, objects: Objects = .brackets,
        nulls: Nulls = .left, booleans: Booleans = .words, dates: DateForm = .rfc3339,
        data: DataForm = .base64, keys: KeyCase = .asWritten, sortsKeys: Bool = false,
        space: Space? = nil, allowedCharacters: String = ""
    ) {
        self.arrays = arrays
        self.sets = sets
        self.objects = objects
        self.nulls = nulls
        self.booleans = booleans
        self.dates = dates
        self.data = data
        self.keys = keys
        self.sortsKeys = sortsKeys
        self.space = space
        self.allowedCharacters = allowedCharacters
    }

    /// What joins the texts of one value.
    enum Separator: Sendable, Hashable {
        case comma, space, pipe

        /// As it is in a value that is not encoded.
        var plain: String {
            switch self {
            case .comma: ","
            case .space: " "
            case .pipe: "|"
            }
        }

        /// As it is sent.
        ///
        /// A comma that is not encoded can't be one of a value, which is.
        func written(_ escaping: QueryEscaping) -> String {
            switch self {
            case .comma: ","
            case .space: escaping.space == .plus ? "+" : "%20"
            case .pipe: "%7C"
            }
        }
    }
}

extension QueryStyle {
    /// AFNetworking's rules: brackets for members and arrays, sets repeated, sorted by name, truth as
    /// `1` and `0`, `null` as the bare name, `?` and `/` not encoded, spaces as `%20`.
    public static let afNetworking = QueryStyle(
        arrays: .brackets, nulls: .bare, booleans: .digits, sortsKeys: true, space: .percent,
        allowedCharacters: "?/")

    /// OpenAPI's `form`, which is its default for queries.
    ///
    /// - Parameter explode: `true` sends `a=1&a=2` and the members of an object each by itself;
    ///   `false` sends `a=1,2` and `a=b,1,c,2`.
    public static func form(explode: Bool = true) -> QueryStyle {
        explode
            ? QueryStyle(objects: .members)
            : QueryStyle(arrays: .comma, sets: .comma, objects: .comma)
    }

    /// `a[]=1&a[]=2` and `a[b]=1`, as PHP and Rails read them.
    public static let brackets = QueryStyle(arrays: .brackets)

    /// `a[0]=1&a[1]=2` and `a[b]=1`.
    public static let indexed = QueryStyle(arrays: .indexed)

    /// OpenAPI's `spaceDelimited`: `a=1%202`.
    public static let spaceDelimited = QueryStyle(arrays: .space, sets: .space, objects: .space)

    /// OpenAPI's `pipeDelimited`: `a=1%7C2`.
    public static let pipeDelimited = QueryStyle(arrays: .pipe, sets: .pipe, objects: .pipe)

    /// OpenAPI's `deepObject`: `a[b]=1`.
    public static let deepObject = QueryStyle()
}
