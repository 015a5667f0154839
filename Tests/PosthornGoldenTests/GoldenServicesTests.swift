import Testing

@Suite struct GoldenServicesTests {}
