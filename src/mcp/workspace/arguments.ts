import { z } from 'zod'
import { limitOf } from '../arguments.ts'
import { mcpLimits } from '../limits.ts'

const idLength = 200

/** The arguments that several tools take. */
export const id = (description: string) => z.string().min(1).max(idLength).describe(description)

export const organization = id(
  'The id of the organization. May be left out if the user is in one only.',
).optional()

export const space = id('The id of the space, as list_spaces and search return it.')

export const changeRequest = id('The id or the number of a change request of the space.')

export const contentOf = changeRequest
  .optional()
  .describe('The id or the number of a change request of the space, for its content. Live content without.')

export const limit = limitOf(mcpLimits.listed, 'items')

export interface Window {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Returns the variables of a list. */
export const windowOf = ({ limit: first, cursor: after }: Window) => ({ first, after: after ?? null })

export interface Connection<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
}

/** Returns the cursor of what follows, if there is more. */
export const nextOf = ({ pageInfo: { endCursor, hasNextPage } }: Connection<unknown>) =>
  hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {}
