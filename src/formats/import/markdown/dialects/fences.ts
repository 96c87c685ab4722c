/** Tells which lines of a text are code in fences, one line after the other. */
export class Fences {
  #mark = ''

  /** Returns whether a line is in a fence, or begins or ends one. */
  isCode(line: string): boolean {
    if (this.#mark === '') {
      this.#mark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? ''
      return this.#mark !== ''
    }
    const text = line.trim()
    const isEnd = text.length >= this.#mark.length && text === this.#mark.charAt(0).repeat(text.length)
    if (isEnd) this.#mark = ''
    return true
  }
}
