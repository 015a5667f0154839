// Written by scripts/imported-names.

/// The public types of the modules that a file with calls imports.
///
/// A type of the same name in a service's module is ambiguous in such a file. Types of the standard library are
/// not listed, because those of other modules hide them.
package enum ImportedNames {
    /// Returns the module that a file imports for a type, or `nil` for another name.
    package static func module(of name: String) -> String? { all[name] }

    /// The modules by the names of their types; what a module exports counts as its own.
    package static let all: [String: String] = {
        var modules: [String: String] = [:]
        for (module, names) in table {
            for name in names.split(whereSeparator: \.isWhitespace)
            where modules[String(name)] == nil {
                modules[String(name)] = module
            }
        }
        return modules
    }()

    private static let table = [
        (
            "Foundation",
            """
            AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup
            AttributeScope AttributeScopeCodableConfiguration AttributeScopes
            AttributedString AttributedStringAttributeMutation AttributedStringKey
            AttributedStringProtocol AttributedSubstring BlockOperation Bundle
            ByteCountFormatStyle ByteCountFormatter CGFloat CGPoint CGRect CGRectEdge CGSize
            Calendar CharacterSet CocoaError CodableAttributedStringKey CodableConfiguration
            CodableWithConfiguration ComparableComparator Comparator ComparisonResult
            ContiguousBytes CurrencyFormatStyleConfiguration CustomNSError Data DataProtocol
            Date DateComponents DateFormatter DateInterval DateIntervalFormatter Decimal
            DecodableAttributedStringKey DecodableWithConfiguration
            DecodingConfigurationProviding DescriptiveNumberFormatConfiguration Dimension
            DiscontiguousAttributedSubstring DiscreteFormatStyle DispatchData
            DispatchDataIterator DispatchGroup DispatchIO DispatchObject DispatchPredicate
            DispatchQoS DispatchQueue DispatchSemaphore DispatchSource DispatchSourceHandler
            DispatchSourceProtocol DispatchSourceRead DispatchSourceSignal
            DispatchSourceTimer DispatchSourceUserDataAdd DispatchSourceUserDataOr
            DispatchSourceUserDataReplace DispatchSourceWrite DispatchSpecificKey
            DispatchTime DispatchTimeInterval DispatchTimeoutResult DispatchWallTime
            DispatchWorkItem DispatchWorkItemFlags EncodableAttributedStringKey
            EncodableWithConfiguration EncodingConfigurationProviding EnergyFormatter
            Expression FileAttributeKey FileAttributeType FileHandle FileManager
            FileManagerDelegate FileProtectionType FloatingPointFormatStyle
            FloatingPointParseStrategy FormatStyle FormatStyleCapitalizationContext Formatter
            Host ISO8601DateFormatter IndexPath IndexSet InflectionRule InputStream
            IntegerFormatStyle IntegerParseStrategy JSONDecoder JSONEncoder JSONSerialization
            KeyPathComparator LengthFormatter ListFormatStyle Locale LocalizedError
            MarkdownDecodableAttributedStringKey MassFormatter Measurement Morphology
            MutableDataProtocol NSAffineTransform NSAffineTransformStruct NSArray
            NSAttributedString NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar
            NSCharacterSet NSCoder NSCoding NSComparisonPredicate NSCompoundPredicate
            NSCondition NSConditionLock NSCopying NSCountedSet NSData NSDate NSDateComponents
            NSDateInterval NSDecimalNumber NSDecimalNumberBehaviors NSDecimalNumberHandler
            NSDictionary NSEdgeInsets NSEnumerationOptions NSEnumerator NSError NSErrorDomain
            NSExceptionName NSExpression NSIndexPath NSIndexSet NSIndexSetIterator
            NSKeyedArchiver NSKeyedArchiverDelegate NSKeyedUnarchiver
            NSKeyedUnarchiverDelegate NSLocale NSLock NSLocking NSMeasurement NSMutableArray
            NSMutableAttributedString NSMutableCharacterSet NSMutableCopying NSMutableData
            NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet NSMutableSet
            NSMutableString NSNotification NSNull NSNumber NSObject NSObjectProtocol
            NSOrderedSet NSOrthography NSPersonNameComponents NSPoint NSPointArray
            NSPointPointer NSPredicate NSRange NSRangePointer NSRect NSRectArray NSRectEdge
            NSRectPointer NSRecursiveLock NSRegularExpression NSSecureCoding NSSet NSSize
            NSSizeArray NSSizePointer NSSortDescriptor NSSortOptions NSString
            NSTextCheckingKey NSTextCheckingResult NSTimeZone NSURL NSURLComponents
            NSURLQueryItem NSUUID NSValue NSZone Notification NotificationCenter
            NotificationQueue NumberFormatStyleConfiguration NumberFormatter ObjCBool
            OperatingSystemVersion Operation OperationQueue OutputStream POSIXError
            POSIXErrorCode ParseStrategy ParseableFormatStyle PersonNameComponents
            PersonNameComponentsFormatter Pipe Port PortDelegate PortMessage Predicate
            PredicateBindings PredicateError PredicateExpression PredicateExpressions Process
            ProcessInfo Progress ProgressKind ProgressReporting ProgressUserInfoKey
            PropertyListDecoder PropertyListEncoder PropertyListSerialization
            QualityOfService RecoverableError ReferenceConvertible RunLoop Scanner
            ScopedAttributeContainer Semaphore SocketNativeHandle SocketPort SortComparator
            SortDescriptor SortOrder StandardPredicateExpression Stream StreamDelegate
            StreamNetworkServiceTypeValue StreamSOCKSProxyConfiguration
            StreamSOCKSProxyVersion StreamSocketSecurityLevel StringStyle StringTransform
            Thread TimeInterval TimeZone Timer URL URLComponents URLError URLFileResourceType
            URLQueryItem URLResourceKey URLResourceValues UUID Unit UnitAcceleration
            UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear
            UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
            UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency
            UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength UnitMass
            UnitPower UnitPressure UnitSpeed UnitTemperature UnitVolume UserDefaults
            """
        ),
        (
            "Posthorn",
            """
            APIError APIResponse APIService AuthenticationChallenge BodySerializer BodyStream
            Boxed ByteStream ByteTransform CacheControl CachePolicy CallEvent CallMiddleware
            CallOptions CallTask CipherChoice CipherWrapper ClientConfiguration
            ClientIdentity ClientObserver ClosedEnum ComposedCipher ComposedSigner
            CompoundPolicy ConnectionOptions ContentDigest CookieStore Credential CurlSession
            DataForm DateForm DefaultValue Documented DownloadEndpoint DownloadOptions
            DownloadedFile EncodedPath Endpoint EndpointFailure EndpointRequest EnvelopeCode
            EnvelopePolicy EventStream ExchangeMiddleware FailedAttempt FieldCipher
            FieldPresence FormPart FormSerializer HSTSStore HTTP2ErrorCode HTTP3ErrorCode
            HTTPBody HTTPField HTTPFields HTTPRequest HTTPResponse HTTPVersion HeaderValue
            HedgingPolicy JSONError JSONFormattable JSONModel JSONPolicy JSONReadable
            JSONReader JSONSerializer JSONValue JSONWrapper JSONWritable JSONWriter
            JSONWritingError KeyCase LineStream NextPage NumberForm NumberedPage OpenEnum
            OpenIntEnum PageSequence PagedEndpoint ParameterValue PayloadCipher Pin
            PlaintextCipher ProxyRules QueryItem QueryStyle RawPolicy Reconnection
            RedactedStringConvertible RedirectPolicy RequestBuilder RequestMetadata
            ResponsePolicy ResponsePolicyWrapper ResumeData RetryBudget RetryDecision
            RetryPolicy RetryRule RetryStop ServerTrust SessionConfiguration SessionEvent
            SessionEvents SessionHooks SessionTask Signer SignerChoice StreamDecodable
            StreamEndpoint StreamingCipher StreamingResponse TextFormattable TextPolicy
            Timeouts TransferLimits TransferOptions TransferProgress TransferTask Transport
            TransportError TransportHead TransportMetrics TransportRequest TransportResponse
            TransportStream TransportWrapper TrustPolicy URITemplate
            """
        ),
    ]
}
