const megabyte = 1024 * 1024

/** How much is fetched for one document, and how long that may take. */
export interface BundleLimits {
  /** Of one file. */
  readonly maxBytes: number
  /** Of all files together. */
  readonly maxTotalBytes: number
  /** For one file, redirects included. */
  readonly timeoutMs: number
  /** For all files together. */
  readonly totalTimeoutMs: number
  readonly maxFiles: number
  /** How far a file may be from the first one. */
  readonly maxDepth: number
}

export const bundleLimits: BundleLimits = {
  maxBytes: 25 * megabyte,
  maxTotalBytes: 50 * megabyte,
  timeoutMs: 30_000,
  totalTimeoutMs: 90_000,
  maxFiles: 100,
  maxDepth: 10,
}

/** The deepest nesting in a document: what is deeper cannot be written out again. */
export const maximumNesting = 500

/** Of the result as JSON. Aliases of YAML can make it many times larger than what was fetched. */
export const maximumResultCharacters = 100 * megabyte

export const workerLimits = { milliseconds: 240_000, megabytes: 768 }
