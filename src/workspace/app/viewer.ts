import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'

const ViewerId = graphql(`
  query ViewerId { viewer { id } }
`)

/** Returns the id of who is signed in, which every screen reads with its own operation: nothing is asked for. */
export function useViewerId(): string | undefined {
  const [{ data }] = useQuery({ query: ViewerId, requestPolicy: 'cache-only' })
  return data?.viewer?.id
}
