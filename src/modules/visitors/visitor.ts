/** What a visitor is known to be: claims of a token that the site trusts, and unsigned ones below `unsigned`. */
export type VisitorClaims = Readonly<Record<string, unknown>>

/** Somebody who was admitted to a site. What conditions hide from them they must not learn of. */
export interface Visitor {
  readonly claims: VisitorClaims
}
