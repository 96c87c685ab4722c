import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { FindAnythingQuery } from '../../generated/workspace-operations/graphql.ts'
import { useOnline } from '../app/connection.ts'
import { type Fault, faultOf } from '../app/faults.ts'

const FindAnything = graphql(`
  query FindAnything($organization: ID!, $search: String!, $listMembers: Boolean!) {
    organization(id: $organization) {
      id
      contents(first: 6, nested: true, search: $search, orderBy: { field: UPDATED_AT, direction: DESC }) {
        nodes {
          __typename
          id
          title
          parent { id title }
          ... on Space { emoji }
        }
      }
      sites(first: 5, search: $search) { nodes { id title } }
      changeRequests(first: 5, search: $search, status: null) {
        nodes { id number subject status space { id title } }
      }
      members(first: 5, search: $search) @include(if: $listMembers) {
        nodes { id user { id displayName email } }
      }
    }
    searchOrganization(organizationId: $organization, search: $search, first: 5) {
      nodes {
        spaceId
        title
        space { id emoji }
        pages { pageId title score ancestors { title } match sections { body } }
      }
    }
  }
`)

/** How long somebody pauses between keys before the server is asked, in milliseconds. */
const pause = 120

/** The longest text that the server searches for. */
export const maxSearchLength = 512

export interface Found {
  /** The results for the last text that was answered; undefined before there is one. */
  readonly data: FindAnythingQuery | undefined
  /** Whether there is no answer yet for what was typed. */
  readonly isWaiting: boolean
  readonly fault: Fault | undefined
  readonly retry: () => void
}

/** Asks the server once typing pauses. An answer to what was typed before is dropped. */
export function useFound(organization: string, typed: string, listMembers: boolean): Found {
  const isOnline = useOnline()
  const wanted = typed.trim()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [wanted])
  const [{ data, error, fetching, stale }, execute] = useQuery({
    query: FindAnything,
    variables: { organization, search, listMembers },
    pause: search === '' || !isOnline,
  })
  return {
    data: search === '' ? undefined : (data ?? undefined),
    isWaiting: isOnline && wanted !== '' && (wanted !== search || fetching || stale),
    fault: search !== '' && error && !data ? faultOf(error) : undefined,
    retry: () => execute({ requestPolicy: 'network-only' }),
  }
}
