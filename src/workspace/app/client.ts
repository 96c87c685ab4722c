import { cacheExchange } from '@urql/exchange-graphcache'
import { Client, fetchExchange, mapExchange } from 'urql'
import { possibleTypes } from '../../generated/workspace-operations/possible-types.ts'
import { removals } from '../../generated/workspace-operations/removals.ts'
import { serverAddress } from './addresses.ts'
import { loadRefusals } from './refusals.ts'
import { tellSessionEnded } from './session.ts'

/** Takes out of the cache what a mutation says is gone, such as by `deletedSpaceId`. */
const updates = Object.fromEntries(
  Object.entries(removals).map(([mutation, members]) => [
    mutation,
    (result: Readonly<Record<string, unknown>>, _arguments: unknown, cache: Invalidating) => {
      const payload = result[mutation] as Readonly<Record<string, unknown>> | null
      for (const [member, __typename] of members) {
        const id = payload?.[member]
        if (typeof id === 'string') cache.invalidate({ __typename, id })
      }
    },
  ]),
)

interface Invalidating {
  invalidate(entity: { readonly __typename: string; readonly id: string }): void
}

/** The client of the public graph. It keeps objects by their type and id, so that a change shows on all screens that have them. */
export const client = new Client({
  url: serverAddress('/graphql'),
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  exchanges: [
    mapExchange({
      onError: ({ graphQLErrors }) => {
        if (graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')) tellSessionEnded()
      },
    }),
    cacheExchange({ possibleTypes, updates: { Mutation: updates } }),
    // What was refused is told when it can be in the language of the page.
    mapExchange({
      onResult: (result) => (result.error ? loadRefusals().then(() => result) : undefined),
    }),
    fetchExchange,
  ],
})
