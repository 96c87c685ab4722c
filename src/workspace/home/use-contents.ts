import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { faultOf } from '../app/faults.ts'
import { showFault } from '../app/toasts.ts'
import type { Contents } from './content-tree.ts'
import { type TreePlace, treeVariables } from './home-operations.ts'

const MoreContents = graphql(`
  query MoreContents($organization: ID!, $collection: ID!, $isCollection: Boolean!, $after: String) {
    organization(id: $organization) @skip(if: $isCollection) {
      id
      contents(first: 500, nested: true, after: $after) { ...PageOfContents }
    }
    collection(id: $collection) @include(if: $isCollection) {
      id
      allContents(first: 500, after: $after) { ...PageOfContents }
    }
  }
`)

const PageOfContents = graphql(`
  fragment PageOfContents on ContentConnection {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { id ...ContentOfTree }
  }
`)

/** The contents that were read until now. */
export interface ReadContents {
  readonly nodes: Contents['nodes']
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly more: () => void
}

/** Reads the contents of a place page by page, after those that its screen has. What changes in them is seen in all pages. */
export function useContents(place: TreePlace, first: Contents): ReadContents {
  const client = useClient()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [pages, setPages] = useState<ReadonlyMap<string, Contents>>(new Map())
  const { organization, collection } = place
  const readers = useRef(new Map<string, { readonly unsubscribe: () => void }>())
  useEffect(() => {
    const variables = treeVariables({ organization, ...(collection !== undefined && { collection }) })
    // A page that is read already stays as it is: to read all of them again at each further one would take longer with each.
    for (const after of cursors.filter((cursor) => !readers.current.has(cursor)))
      readers.current.set(
        after,
        client
          .query(MoreContents, { ...variables, after }, { requestPolicy: 'cache-first' })
          .subscribe(({ data, error }) => {
            if (error) showFault(faultOf(error))
            const page = unmask(PageOfContents, pageIn(data))
            // With many thousand rows, keys and pointer would wait for their rendering.
            if (page) startTransition(() => setPages((known) => new Map(known).set(after, page)))
          }),
      )
  }, [client, organization, collection, cursors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read of another place is not shown.
  useEffect(() => {
    const { current } = readers
    return () => {
      for (const { unsubscribe } of current.values()) unsubscribe()
      current.clear()
    }
  }, [client, organization, collection])
  const read = [first, ...cursors.flatMap((cursor) => pages.get(cursor) ?? [])]
  const { hasNextPage, endCursor } = (read.at(-1) ?? first).pageInfo
  const isLoading = cursors.some((cursor) => !pages.has(cursor))
  const more = () => {
    if (hasNextPage && endCursor !== null && !cursors.includes(endCursor)) setCursors([...cursors, endCursor])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages that were read are made of these.
  const nodes = useMemo(() => distinct(read.flatMap((page) => page.nodes)), [first, pages, cursors])
  return { nodes, hasMore: hasNextPage, isLoading, more }
}

interface Answer {
  readonly organization?: { readonly contents: FragmentType<typeof PageOfContents> } | null
  readonly collection?: { readonly allContents: FragmentType<typeof PageOfContents> } | null
}

const pageIn = (data: Answer | undefined): FragmentType<typeof PageOfContents> | undefined =>
  data?.organization?.contents ?? data?.collection?.allContents

/** Returns each item once: one that was moved meanwhile can be in two pages. */
const distinct = (nodes: Contents['nodes']): Contents['nodes'] => [
  ...new Map(nodes.map((node) => [node.id, node])).values(),
]
