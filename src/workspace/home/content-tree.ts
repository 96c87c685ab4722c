import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ContentOfTreeFragment } from '../../generated/workspace-operations/graphql.ts'

export const TreeOfHome = graphql(`
  fragment TreeOfHome on Organization {
    id
    contents(first: 1000, nested: true) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id ...ContentOfTree }
    }
  }
`)

export const TreeOfCollection = graphql(`
  fragment TreeOfCollection on Collection {
    id
    allContents(first: 1000) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id ...ContentOfTree }
    }
  }
`)

export const ContentOfTree = graphql(`
  fragment ContentOfTree on Content {
    __typename
    id
    title
    parentId
    updatedAt
    ... on Collection { collectionPermissions: permissions { admin create } }
    ... on Space { emoji openChangeRequestCount spacePermissions: permissions { admin edit } }
  }
`)

/** A space, or a collection with what is in it. */
export interface TreeItem {
  readonly id: string
  readonly content: ContentOfTreeFragment
  readonly children: readonly TreeItem[]
}

type Nodes = readonly ({ readonly id: string } & FragmentType<typeof ContentOfTree>)[]

/** The first contents of an organization or a collection. */
export interface Contents {
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly nodes: Nodes
}

/**
 * Returns the content of an organization as a tree. What is in a collection that the viewer cannot see is at the root. Items that are
 * as they were before are the same objects, so that only what has changed is rendered again.
 */
export function treeOf(nodes: Nodes, before: readonly TreeItem[] = []): readonly TreeItem[] {
  const contents = nodes.map((node) => unmask(ContentOfTree, node))
  const known = new Set(contents.map(({ id }) => id))
  const former = new Map(itemsOf(before).map((item) => [item.id, item]))
  const byParent = Map.groupBy(contents, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const itemOf = (content: ContentOfTreeFragment): TreeItem => {
    const children = below(content.id)
    const item = former.get(content.id)
    return item?.content === content && isSame(item.children, children)
      ? item
      : { id: content.id, content, children }
  }
  const below = (parent: string | null): readonly TreeItem[] => (byParent.get(parent) ?? []).map(itemOf)
  return below(null)
}

/** Returns whether two lists have the same items. */
export const isSame = (a: readonly TreeItem[], b: readonly TreeItem[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

/** Returns all items of a tree, in the order in which it is shown. */
export const itemsOf = (tree: readonly TreeItem[]): readonly TreeItem[] =>
  tree.flatMap((item) => [item, ...itemsOf(item.children)])

/** Returns whether the viewer may move, rename and delete an item. */
export const mayAdminister = ({ content }: TreeItem): boolean =>
  content.__typename === 'Space'
    ? content.spacePermissions.admin
    : content.__typename === 'Collection' && content.collectionPermissions.admin
