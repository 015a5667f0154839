// All Swift of this target comes from Jupyter.yaml, except this file, without which SwiftPM knows no target.
