/** What a Markdown repository may hold. */
export interface SourceLimits {
  readonly entries: number
  /** Of one Markdown file. What becomes a page must keep to the limits of documents too. */
  readonly markdownBytes: number
  /** How deep a table of contents or a folder tree may go. */
  readonly depth: number
  /** How long reading all pages may take. Each of them is bounded too, but there may be thousands. */
  readonly milliseconds: number
}

export const sourceLimits: SourceLimits = {
  entries: 20_000,
  markdownBytes: 10 * 1024 * 1024,
  depth: 50,
  milliseconds: 120_000,
}
