import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'

/** Counts the parts of a page that are dropped. */
export class DroppedParts {
  readonly #parts = new Map<string, { readonly text: string; count: number }>()

  /** Counts a part as it is written. `words` are those that the note has for it in English. */
  add(text: string, words = text): void {
    const part = this.#parts.get(words) ?? { text, count: 0 }
    part.count++
    this.#parts.set(words, part)
  }

  /** Returns a note on each part of the page at a path. */
  notesOn(path: string): ImportNote[] {
    return [...this.#parts].map(([words, { text, count }]) => {
      const said = `${words} is dropped`
      const line =
        count === 1
          ? importLine('IMPORT_DROPPED', said, { text })
          : importLine('IMPORT_DROPPED_OFTEN', `${said}, ${count} times`, { text, count })
      return noteOf('DROPPED', path, line)
    })
  }
}
