// SwiftPM builds no target without a Swift file. All others of this target are generated.
