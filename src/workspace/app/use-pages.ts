import { useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import { faultOf } from './faults.ts'
import { showFault } from './toasts.ts'

interface ListPage<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** The items of a list that were read until now. */
export interface Pages<Node> {
  readonly nodes: readonly Node[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly more: () => void
}

interface Options<Node, Data, Variables extends AnyVariables> {
  /** The operation of the screen, which takes the cursor of the last item as `after`. */
  readonly document: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  /** The first page, which the screen has. */
  readonly first: ListPage<Node> | undefined
  readonly pageOf: (data: Data) => ListPage<Node> | null | undefined
}

/** Reads a list page by page. Pages after a first page that has changed are forgotten. */
export function usePages<Node, Data, Variables extends AnyVariables>(
  options: Options<Node, Data, Variables>,
): Pages<Node> {
  const { document, variables, first, pageOf } = options
  const client = useClient()
  const [further, setFurther] = useState<{
    readonly start: string | null
    readonly pages: ListPage<Node>[]
  }>()
  const [isLoading, setLoading] = useState(false)
  const start = first?.pageInfo.endCursor ?? null
  const pages = first ? [first, ...(further?.start === start ? further.pages : [])] : []
  const last = pages.at(-1)
  const more = async () => {
    if (isLoading || !last?.pageInfo.hasNextPage) return
    setLoading(true)
    const after = last.pageInfo.endCursor
    const { data, error } = await client.query(document, { ...variables, after }).toPromise()
    setLoading(false)
    if (error) return showFault(faultOf(error))
    const page = data && pageOf(data)
    if (page) setFurther({ start, pages: [...pages.slice(1), page] })
  }
  return {
    nodes: pages.flatMap(({ nodes }) => nodes),
    hasMore: last?.pageInfo.hasNextPage ?? false,
    isLoading,
    more: () => void more(),
  }
}
