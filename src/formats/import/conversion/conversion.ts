import type { SourceEntry } from '../files/entries.ts'
import type { SourceCommit } from '../imported-content.ts'
import type { ImportNote, Skip } from '../report/notes.ts'

/** A source that is converted to a Markdown repository. */
export interface Conversion {
  readonly entries: readonly SourceEntry[]
  readonly skipped: readonly Skip[]
  readonly notes?: readonly ImportNote[]
  /** The commit that the source was read from. */
  readonly git?: SourceCommit
  /** Whether the files are those of an author, whose layout is recognized, and not made by a converter. */
  readonly isAuthored?: boolean
}
