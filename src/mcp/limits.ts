/** The limits of what assistants send and get, which the descriptions of the tools say. */
export const mcpLimits = {
  /** The bytes of a message to a site. One to the workspace may have as many as any request, because it may write pages. */
  messageBytesOfSite: 65_536,
  /** The characters of a page that one answer has. The rest is read from an offset on. */
  pageCharacters: 40_000,
  /** The results of one page of a list. */
  listed: { default: 50, maximum: 200 },
  found: { default: 10, maximum: 25 },
  /** The results of one search of the workspace: spaces, pages of each, pages of one space alone, excerpts of each page. */
  workspaceFound: { spaces: 5, pages: 5, pagesOfSpace: 20, excerpts: 2 },
  queryLength: 512,
  cursorLength: 500,
  addressLength: 4096,
} as const
