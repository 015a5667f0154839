/// The rules by which values become the `name=value` pairs of a query or a URL-encoded form.
///
/// Any `Encodable` value can be written, including nested objects and arrays. The default repeats the name
/// for each element of an array, puts member names in brackets, and omits `nil`. ``afNetworking``,
/// ``form(explode:)``, ``spaceDelimited``, ``pipeDelimited`` and ``deepObject`` are the rules of other
/// libraries and of OpenAPI.
///
/// ```swift
/// var style = QueryStyle.afNetworking
/// style.dates = .unix
/// request.query(encoding: filter, style: style)
/// ```
public struct QueryStyle: Sendable, Hashable {
    /// The format of an array's elements.
    ///
    /// An empty array sends nothing.
    public enum Arrays: Sendable, Hashable {
        /// `a=1&a=2`.
        case repeated
        /// `a[]=1&a[]=2`.
        case brackets
        /// `a[0]=1&a[1]=2`.
        case indexed
        /// `a=1,2`; the elements must be scalars.
        case comma
        /// `a=1%202`; the elements must be scalars without a space.
        case space
        /// `a=1%7C2`; the elements must be scalars without a `|`.
        case pipe
    }

    /// The format of an object's members.
    public enum Objects: Sendable, Hashable {
        /// `a[b][c]=1`.
        case brackets
        /// `a.b.c=1`.
        case dots
        /// `b=1`: the members replace the parameter; they must be scalars or arrays.
        case members
        /// `a=b,1,c,2`; the members must be scalars.
        case comma
        /// `a=b%201%20c%202`; the members must be scalars without a space.
        case space
        /// `a=b%7C1%7Cc%7C2`; the members must be scalars without a `|`.
        case pipe
    }

    /// The format of `null`.
    ///
    /// A member that its type does not encode when it is `nil` is never sent.
    public enum Nulls: Sendable, Hashable {
        /// The parameter is omitted.
        case omitted
        /// The name without a value: `a`.
        case nameOnly
        /// An empty value: `a=`.
        case empty
        /// The word: `a=null`.
        case literal
    }

    /// The format of arrays.
    ///
    /// The default is ``Arrays/repeated``.
    public var arrays: Arrays
    /// The format of sets, whose elements are sorted by their text.
    ///
    /// The default is ``Arrays/repeated``.
    public var sets: Arrays
    /// The format of objects and maps.
    ///
    /// The default is ``Objects/brackets``.
    public var objects: Objects
    /// The format of `null`.
    ///
    /// The default is ``Nulls/omitted``.
    public var nulls: Nulls
    /// Whether Booleans are `1` and `0`.
    ///
    /// The default is `false`: `true` and `false`.
    public var writesBooleansAsDigits: Bool
    /// The format of dates.
    ///
    /// The default is ``DateFormat/rfc3339``. Generated types use the formats of their spec.
    public var dates: DateFormat
    /// The format of data.
    ///
    /// The default is ``DataFormat/base64``. Generated types use the formats of their spec.
    public var data: DataFormat
    /// The case of member names.
    ///
    /// The default is ``KeyCase/asWritten``.
    public var keys: KeyCase
    /// Whether members are sorted by name.
    ///
    /// The default is `false`, which keeps the order in which the type encodes them. Maps are always sorted,
    /// so that equal values give the same text. In the style of a request, `true` sorts the whole query.
    public var sortsKeys: Bool
    /// Whether spaces in names and values are `+`, as in HTML forms, or `%20`.
    ///
    /// `nil`, the default, is `%20` in a query and `+` in a form.
    public var writesSpacesAsPlus: Bool?
    /// The reserved characters that are not encoded, in addition to the unreserved characters of RFC 3986.
    ///
    /// The default is none. Only the characters `!$'()*,;:@/?[]` can be allowed. All others are always
    /// encoded, because an unencoded one could end the value. A comma inside texts that are joined by commas
    /// is always encoded too.
    public var allowedCharacters: String

    /// Creates a style.
    public init(
        arrays: Arrays = .repeated, sets: Arrays = .repeated, objects: Objects = .brackets,
        nulls: Nulls = .omitted, writesBooleansAsDigits: Bool = false, dates: DateFormat = .rfc3339,
        data: DataFormat = .base64, keys: KeyCase = .asWritten, sortsKeys: Bool = false,
        writesSpacesAsPlus: Bool? = nil, allowedCharacters: String = ""
    ) {
        self.arrays = arrays
        self.sets = sets
        self.objects = objects
        self.nulls = nulls
        self.writesBooleansAsDigits = writesBooleansAsDigits
        self.dates = dates
        self.data = data
        self.keys = keys
        self.sortsKeys = sortsKeys
        self.writesSpacesAsPlus = writesSpacesAsPlus
        self.allowedCharacters = allowedCharacters
    }

    enum Separator: Sendable, Hashable {
        case comma, space, pipe

        /// The separator in a value that is not encoded.
        var plain: String {
            switch self {
            case .comma: ","
            case .space: " "
            case .pipe: "|"
            }
        }

        /// Returns the separator as it is sent.
        ///
        /// An unencoded comma is always a separator, because commas in texts are encoded.
        func written(_ escaping: QueryEscaping) -> String {
            switch self {
            case .comma: ","
            case .space: escaping.writesSpacesAsPlus ? "+" : "%20"
            case .pipe: "%7C"
            }
        }
    }
}

extension QueryStyle {
    /// The rules of AFNetworking.
    ///
    /// Members and arrays have brackets, sets are repeated, and members are sorted by name. Booleans are `1`
    /// and `0`, and `null` is the bare name. `?` and `/` are not encoded, and a space is `%20`.
    public static let afNetworking = QueryStyle(
        arrays: .brackets, nulls: .nameOnly, writesBooleansAsDigits: true, sortsKeys: true,
        writesSpacesAsPlus: false,
        allowedCharacters: "?/")

    /// OpenAPI's `form` style, which is its default for queries.
    ///
    /// - Parameter explode: `true` sends `a=1&a=2`, and each member of an object as its own parameter.
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

    /// OpenAPI's `spaceDelimited` style: `a=1%202`.
    public static let spaceDelimited = QueryStyle(arrays: .space, sets: .space, objects: .space)

    /// OpenAPI's `pipeDelimited` style: `a=1%7C2`.
    public static let pipeDelimited = QueryStyle(arrays: .pipe, sets: .pipe, objects: .pipe)

    /// OpenAPI's `deepObject` style: `a[b]=1`.
    public static let deepObject = QueryStyle()
}
