/**
 * An error of a sign-in, with a message for the user. A browser is shown it as a page, in its language: the texts of `errors` have the
 * message in English.
 */
export class SignInError extends Error {
  readonly status: 400 | 403 | 404

  constructor(status: 400 | 403 | 404, message: string) {
    super(message)
    this.status = status
  }
}
