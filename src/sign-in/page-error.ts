import type { Texts } from '../languages/catalogue.ts'

/** An error that its page tells in the language of the reader. */
export class PageError extends Error {
  readonly status: number
  readonly text: keyof Texts['errors']

  constructor(status: number, text: keyof Texts['errors']) {
    super(text)
    this.status = status
    this.text = text
  }
}
