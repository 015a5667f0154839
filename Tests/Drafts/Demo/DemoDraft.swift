// All Swift of this target comes from Demo.yaml, except this file, without which SwiftPM knows no target.
