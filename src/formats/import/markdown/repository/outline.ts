import type { MarkdownNode } from '../../../page/file/markdown-file.ts'
import type { ContentRef } from '../../../page/types.ts'
import type { ImportNote, Skip } from '../../report/notes.ts'
import type { PageFields } from './page-fields.ts'

/** An item of a table of contents, before its page is read. */
export interface OutlineItem {
  readonly kind: 'group' | 'document' | 'link'
  /** The title in the table of contents. Absent if the title is taken from the page. */
  readonly title?: string
  /** The title that the table of contents has for navigation only. */
  readonly label?: string
  /** Whether the page is in no list of pages. */
  readonly isHidden?: boolean
  /** The title to use if neither the table of contents nor the page has one. */
  readonly fallbackTitle?: string
  /** The slug that the table of contents or the name of the file states, if the file itself states none. */
  readonly slug?: string
  /** The path of the Markdown file of a document. */
  readonly path?: string
  readonly target?: OutlineTarget
  /** The fields of a group or a link that are set in the table of contents. */
  readonly fields?: PageFields
  /** The label or the heading as a SUMMARY.md has it, with its place in the text. */
  readonly written?: MarkdownNode
  readonly children: readonly OutlineItem[]
}

/** The target of a link. Targets in the repository are identified by path. */
export type OutlineTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'external'; readonly ref: ContentRef }

export interface Outline {
  readonly items: readonly OutlineItem[]
  readonly skipped: readonly Skip[]
  readonly notes?: readonly ImportNote[]
  /** The links of a SUMMARY.md to files that are not there. */
  readonly missing?: readonly MissingFile[]
}

export interface MissingFile {
  readonly path: string
  /** The offset of the link in the text. */
  readonly offset: number
}

/** Converts a file name to a title: `getting-started` becomes "Getting Started". */
export function titleFromName(name: string): string {
  const words = name.split(/[-_\s]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** Makes links of the items whose file an item before them has. `listed` has the paths of those. */
export function withoutRepeats(items: readonly OutlineItem[], listed: Set<string>): OutlineItem[] {
  return items.flatMap((item): OutlineItem[] => {
    const { kind, path } = item
    if (kind !== 'document' || path === undefined || !listed.has(path)) {
      if (path !== undefined) listed.add(path)
      return [{ ...item, children: withoutRepeats(item.children, listed) }]
    }
    const link: OutlineItem = {
      kind: 'link',
      title: item.title ?? item.fallbackTitle,
      target: { kind: 'page', path },
      children: [],
    }
    const children = withoutRepeats(item.children, listed)
    if (children.length === 0) return [link]
    return [{ kind: 'document', title: link.title ?? '', children: [link, ...children] }]
  })
}
