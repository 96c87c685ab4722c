import type { LayoutKind } from '../repository/layout.ts'

/** The language that pages may be written in, beside the page format. */
export interface Dialect {
  /** Whether components and statements of MDX are read. */
  readonly isMdx: boolean
}

/** The layouts of GitBook and its kin, whose pages are in the page format already. */
const ownKinds: ReadonlySet<LayoutKind> = new Set(['GITBOOK', 'GITBOOK_LEGACY', 'HONKIT', 'BOOKS', 'MDBOOK'])

/** Returns what a page of a layout is written in, beside the page format; undefined if nothing. */
export function dialectOf(kind: LayoutKind, path: string): Dialect | undefined {
  const isMdx = kind === 'DOCUSAURUS' || /\.mdx$/i.test(path)
  return isMdx || !ownKinds.has(kind) ? { isMdx } : undefined
}
