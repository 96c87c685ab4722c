/** Limits of a Markdown repository. */
export interface SourceLimits {
  readonly entries: number
  /** The maximum size of one Markdown file. The content of a page is subject to the limits of documents too. */
  readonly markdownBytes: number
  /** The maximum depth of tables of contents and of folders. */
  readonly depth: number
  /**
   * The maximum time to read all pages. The time to read one page is limited too, but there can be thousands of
   * pages.
   */
  readonly milliseconds: number
}

export const sourceLimits: SourceLimits = {
  entries: 20_000,
  markdownBytes: 10 * 1024 * 1024,
  depth: 50,
  milliseconds: 120_000,
}
