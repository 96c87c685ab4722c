import type { Texts } from '../languages/catalogue.ts'
import en from '../languages/en.json' with { type: 'json' }

/** An error that a person is told on a page, by a text in their language. Its message is the text in English. */
export class PageError extends Error {
  readonly status: number
  readonly text: keyof Texts['errors']

  constructor(status: number, text: keyof Texts['errors']) {
    super(en.errors[text])
    this.status = status
    this.text = text
  }
}

/** An error of a sign-in, whose page says that nobody is signed in. */
export class SignInError extends PageError {}
