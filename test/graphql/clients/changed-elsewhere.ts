/** The screens that show what a mutation has changed elsewhere, which an application reads with `query` in its payload. */
export interface ChangedElsewhere {
  readonly screens: readonly string[]
  readonly because: string
}

/** By mutation. The objects of the payloads of all others, with their owners, have all that the ten screens show. */
export const changedElsewhere: Readonly<Record<string, ChangedElsewhere>> = {}
