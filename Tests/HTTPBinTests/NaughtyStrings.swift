/// About 600 texts that often break programs.
enum NaughtyStrings {
    static let all: [String] = {
        // Every ASCII character except letters and digits: alone, inside, and at both ends.
        let ascii = (0..<128).map { Unicode.Scalar(UInt8($0)) }
            .filter { !("0"..."9" ~= $0 || "a"..."z" ~= $0 || "A"..."Z" ~= $0) }
        let around = (ascii + special.compactMap(Unicode.Scalar.init)).flatMap { scalar in
            ["\(scalar)", "a\(scalar)b", "\(scalar)a\(scalar)"]
        }
        return around + words
    }()

    /// Unusual whitespace, direction marks, noncharacters, limits of planes and encoding lengths,
    /// and letters whose length changes with case.
    private static let special: [UInt32] = [
        0x80, 0x85, 0x9f, 0xa0, 0xad, 0xff, 0x130, 0x131, 0x149, 0x17f, 0x1f0, 0x300, 0x378,
        0x37e, 0x390, 0x3c2, 0x5d0, 0x600, 0x61c, 0x627, 0x6dd, 0x70f, 0x7ff, 0x800, 0x902, 0xe33,
        0xf0b, 0x1100, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x1e9e, 0x2000, 0x2003, 0x200b,
        0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202d, 0x202e, 0x202f, 0x205f,
        0x2060, 0x2061, 0x2066, 0x2069, 0x206a, 0x2126, 0x212a, 0x2190, 0x2212, 0x2215, 0x2260,
        0x2fe0, 0x3000, 0x3164, 0x3400, 0x4e2d, 0x9fff, 0xac00, 0xd7ff, 0xe000, 0xf8ff, 0xfb01,
        0xfb1d, 0xfdd0, 0xfdef, 0xfe00, 0xfe0f, 0xfe10, 0xfeff, 0xff01, 0xff0e, 0xff0f, 0xff3c,
        0xffa0, 0xfff9, 0xfffc, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff, 0x1d173, 0x1d400,
        0x1f1e6, 0x1f468, 0x1f600, 0x1fffe, 0x20000, 0x2f800, 0xe0001, 0xe0020, 0xe007f, 0xe0100,
        0xf0000,
    ]

    private static let words = [
        // Null, boolean and number literals of other languages.
        "undefined", "null", "NULL", "(null)", "nil", "NIL", "None", "true", "FALSE", "NaN", "-NaN",
        "Infinity", "-Infinity", "INF", "0", "-0", "00", "0x0", "0.0", "-1", "1e400", "1E2", "1/2",
        ".",
        "..", "...", "0,1", "１２３", "9223372036854775808", "0.1e1", "1_000", "१२३", "\\", "\\\\",
        // Markup, SQL, shell and template syntax.
        "<script>alert(1)</script>", "</textarea><b>", "&lt;b&gt;", "&#0;", "]]>", "<!--", "-->",
        "<?x ?>",
        "' OR 1=1 --", "\"; DROP TABLE users; --", "1;SELECT 1", "$(touch /tmp/x)", "`id`", "|id",
        "&& id",
        "%s%n%x", "%@", "%d", "{0}", "{{7*7}}", "${HOME}", "$HOME", "#{1}", "%{1}", "~root", "!!",
        "*",
        "$ENV{'HOME'}", "() { 0; }; touch x", "<%= 1 %>", "eval('1')", "__proto__", "constructor",
        // Characters with a meaning in URLs, header fields, bodies and multipart bodies.
        "%", "%2", "%00", "%2e%2e%2f", "%25", "%u0041", "a=b&c=d", "?a#b", "http://a:b@c/d?e#f",
        "//a",
        "../../etc/passwd", "..\\..\\x", "C:\\con", "a;b", "a[b][]", "[]", "[0]=1", "{\"a\":1}",
        "a\r\nb: c",
        "a\r\n\r\nb", "--boundary--", "\r\n--", "name=\"x\"", "=?utf-8?B?YQ==?=", "+", "a+b", "a b",
        "  a  ",
        "\t", "\n", "\r", "\0", "a\0b", "",
        // Combining, look-alike and right-to-left characters.
        "e\u{301}", "\u{e9}", "n\u{303}o", "ﬁ", "ß", "İ", "ǅ", "ﷺ", "Ω≈ç√∫˜µ≤≥÷", "田中さんにあげて下さい",
        "사회과학원",
        "表ポあA鷗ŒéＢ逍Üßªąñ丂㐀𠀀", "👩‍👩‍👧‍👦", "🇩🇪🇺🇸", "👍🏽", "❤️‍🔥", "1️⃣", "الكل في", "אבג", "ثم نفس سقطت", "раураl",
        "Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮", "\u{202e}txt.exe", "\u{feff}a", "𝕿𝖍𝖊", "⒯⒣⒠", "ａｄｍｉｎ", "﷽", "a\u{200d}b",
        String(repeating: "a", count: 300), String(repeating: "é", count: 200),
        String(repeating: "\u{300}", count: 100), String(repeating: "%", count: 100),
    ]
}
