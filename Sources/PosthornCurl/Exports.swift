// What tasks tell of their progress is the core's, and has been of this module.
@_exported public import struct Posthorn.TransferProgress
