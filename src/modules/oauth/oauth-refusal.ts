/** The codes of refusals of RFC 6749, 7009 and 7591 that Lectern answers itself. */
export type RefusalCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'temporarily_unavailable'

/** A refusal in the form of OAuth. The message is for the developer of the program. */
export class OAuthRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return this.code === 'invalid_client' ? 401 : this.code === 'temporarily_unavailable' ? 503 : 400
  }
}
