// The version of the package, as the command prints it and results are kept under.

export const VERSION = '0.1.0'
