import type { TokenScope } from '../../generated/workspace-operations/graphql.ts'

/** The scopes from the widest on, each of which includes those that follow. */
const scopes = ['CONTENT_WRITE', 'WRITE', 'READ', 'EVENTS'] as const satisfies readonly TokenScope[]

/** Returns the scope of a token that includes its others. */
export const widestScope = (given: readonly TokenScope[]): (typeof scopes)[number] =>
  scopes.find((scope) => given.includes(scope)) ?? 'READ'
