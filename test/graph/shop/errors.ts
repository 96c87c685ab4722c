/** An error of the shop, which clients know by its code. */
export class ShopError extends Error {
  /** The members that GraphQL adds to the error in an answer. */
  readonly extensions: { readonly code: string }

  constructor(code: string, message: string) {
    super(message)
    this.extensions = { code }
  }
}
