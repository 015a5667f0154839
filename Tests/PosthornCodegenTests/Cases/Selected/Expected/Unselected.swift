// Generated from Selected/Unselected.yaml. Edit the spec, not this file.
