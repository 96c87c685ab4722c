import type { ImportNote, ImportNoteKind } from './notes.ts'

export type NoteCounts = Readonly<Record<ImportNoteKind, number>>

/** The notes of one kind that a report lists. A report is one row of the database, and a source may have millions of links. */
const notesOfKind = 1000

/** Counts notes, and returns those that a report lists, in their order. */
export function notesOfReport(notes: readonly ImportNote[]): {
  readonly notes: readonly ImportNote[]
  readonly noteCounts: NoteCounts
} {
  const noteCounts = {
    RECOGNIZED: 0,
    HEALED_LINK: 0,
    KEPT: 0,
    DROPPED: 0,
    HIDDEN: 0,
    UNEVALUATED: 0,
    MOVED: 0,
  }
  const listed = notes.filter(({ kind }) => ++noteCounts[kind] <= notesOfKind)
  return { notes: listed, noteCounts }
}
