/** The members of a page that the editor changes. */
export interface PageContent {
  readonly title: string
  readonly description: string
  /** A character or code points, empty for none. */
  readonly emoji: string
  readonly markdown: string
}

/** The page as it was last read or saved, from which the next change starts. */
export interface PageBase {
  /** Id of the revision of the content. */
  readonly revision: string
  /** The page as the server has it. It writes Markdown in a form of its own, so that this may differ from what was typed. */
  readonly saved: PageContent
  /** The page as it was typed in this editor. */
  readonly typed: PageContent
}

const members = ['title', 'description', 'emoji', 'markdown'] as const

/** The members of a page beside its text. */
export const detailNames = ['title', 'description', 'emoji'] as const

export type DetailName = (typeof detailNames)[number]

export type PageDetails = Pick<PageContent, DetailName>

/** Returns the members that differ between two contents of a page, with the values of the second. */
export const changedMembers = (before: PageContent, after: PageContent): Partial<PageContent> =>
  Object.fromEntries(
    members.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )

export const isSame = (one: PageContent, other: PageContent): boolean =>
  members.every((name) => one[name] === other[name])

export const baseOf = (revision: string, content: PageContent): PageBase => ({
  revision,
  saved: content,
  typed: content,
})
