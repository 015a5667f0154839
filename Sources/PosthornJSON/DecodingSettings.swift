package import FoundationEssentials

package final class DecodingSettings: Sendable {
    /// How dates are decoded; `nil` for RFC 3339.
    let dates: JSONDecoder.DateDecodingStrategy?
    /// How data is decoded; `nil` for base64 with exact padding.
    let data: JSONDecoder.DataDecodingStrategy?
    let keys: JSONDecoder.KeyDecodingStrategy
    let numbers: JSONDecoder.NonConformingFloatDecodingStrategy
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// RFC 3339 dates and base64 with exact padding.
    package static let standard = DecodingSettings()

    private init() {
        dates = nil
        data = nil
        keys = .useDefaultKeys
        numbers = .throw
        userInfo = [:]
    }

    package init(of decoder: JSONDecoder) {
        dates = decoder.dateDecodingStrategy
        data = decoder.dataDecodingStrategy
        keys = decoder.keyDecodingStrategy
        numbers = decoder.nonConformingFloatDecodingStrategy
        userInfo = decoder.userInfo
    }
}
