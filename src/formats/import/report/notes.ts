import { type ImportLine, importLine } from './lines.ts'

/**
 * The kinds of skipped items: a Markdown file that does not become a page or a page without a file, a link to nothing,
 * or the front matter of a page.
 */
export type SkipKind = 'PAGE' | 'LINK' | 'FRONT_MATTER'

/** How a line is told in other languages. */
type LineName = Pick<ImportLine, 'name' | 'values'>

/** An item that was skipped, and the reason. */
export interface Skip extends LineName {
  readonly path: string
  readonly reason: string
  /** Absent for a file that is no page. */
  readonly kind?: SkipKind
}

/**
 * The kinds of notes: what was recognized of the source as a whole, a broken link that was led to what it means, front
 * matter or a tag that nothing reads but that is kept, a tag or an attribute that is dropped, what readers are not shown (a
 * malformed condition hides the rest of what contains it, a draft is in no list), an expression that has no text, or an
 * address that differs from the old one.
 */
export type ImportNoteKind =
  | 'RECOGNIZED'
  | 'HEALED_LINK'
  | 'KEPT'
  | 'DROPPED'
  | 'HIDDEN'
  | 'UNEVALUATED'
  | 'MOVED'

/** A note on what was imported, which its author may want to know. What was not imported is a `Skip`. */
export interface ImportNote extends LineName {
  readonly kind: ImportNoteKind
  /** The path of the file in the source, `.` for the source as a whole. */
  readonly path: string
  /**
   * Text of the note: `{% sample %} is dropped, its content is kept`. For RECOGNIZED a predicate of the path, `is the table of
   * contents`, or a sentence if the path is `.`.
   */
  readonly text: string
}

/** Creates an item that was skipped. `kind` is absent for a file that is no page. */
export const skipOf = (path: string, { message, ...line }: ImportLine, kind?: SkipKind): Skip => ({
  path,
  reason: message,
  ...(kind && { kind }),
  ...line,
})

/** Creates the item of a file that a table of contents lists in vain. */
export const skipOfMissing = (path: string): Skip =>
  skipOf(
    path,
    importLine('IMPORT_FILE_MISSING', 'listed in the table of contents, but there is no such file'),
    'PAGE',
  )

/** Creates a note on a file of the source, or on `.` for the source as a whole. */
export const noteOf = (kind: ImportNoteKind, path: string, { message, ...line }: ImportLine): ImportNote => ({
  kind,
  path,
  text: message,
  ...line,
})
