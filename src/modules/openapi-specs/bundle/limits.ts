const megabyte = 1024 * 1024

/** Limits for fetching one document with all its files. */
export interface BundleLimits {
  /** Maximum bytes per file. */
  readonly maxBytes: number
  /** Maximum bytes of all files. */
  readonly maxTotalBytes: number
  /** Timeout per file, including redirects. */
  readonly timeoutMs: number
  /** Timeout for all files. */
  readonly totalTimeoutMs: number
  readonly maxFiles: number
  /** Maximum number of references between the document and a file. */
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

/** Maximum nesting of values in a document; deeper values cannot be serialized. */
export const maximumNesting = 500

/** Maximum characters of the result as JSON. YAML aliases can make it many times larger than the source. */
export const maximumResultCharacters = 100 * megabyte

export const workerLimits = { milliseconds: 240_000, megabytes: 768 }
