/** Claims of a visitor: those of a trusted token, and unsigned ones below `unsigned`. */
export type VisitorClaims = Readonly<Record<string, unknown>>

/** A visitor who was admitted to a site. Content that conditions hide must not be revealed to them. */
export interface Visitor {
  readonly claims: VisitorClaims
}
