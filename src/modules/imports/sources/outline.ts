import type { ContentRef } from '../../../page-format/types.ts'
import type { PageFields } from './page-text.ts'

/** An entry of a table of contents, before any page is read. */
export interface OutlineItem {
  readonly kind: 'group' | 'document' | 'link'
  /** As the table of contents says; absent where the page itself has to say. */
  readonly title?: string
  /** What to call the page if nothing else does. */
  readonly fallbackTitle?: string
  /** The Markdown file of a document. */
  readonly path?: string
  readonly target?: OutlineTarget
  /** What the table of contents says of a group or a link besides its title. */
  readonly fields?: PageFields
  readonly children: readonly OutlineItem[]
}

/** Where a link leads, by path where it is in the repository. */
export type OutlineTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'elsewhere'; readonly ref: ContentRef }

export interface Outline {
  readonly items: readonly OutlineItem[]
  readonly skipped: readonly Skip[]
}

/** Something that was left out, and why. */
export interface Skip {
  readonly path: string
  readonly reason: string
}

/** `getting-started` as a title: "Getting Started". */
export function titleFromName(name: string): string {
  const words = name.split(/[-_\s]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
