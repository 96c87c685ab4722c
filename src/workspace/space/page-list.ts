import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { PageOfTreeFragment } from '../../generated/workspace-operations/graphql.ts'

export const PagesOfSpace = graphql(`
  fragment PagesOfSpace on Space {
    id
    revisionId
    revision { id allPages { id ...PageOfTree } }
  }
`)

const PageOfTree = graphql(`
  fragment PageOfTree on Page {
    __typename
    id
    pageId
    parentId
    title
    emoji
    isHidden
    ... on LinkPage { target { kind url } }
  }
`)

/** A page with those below it. */
export interface PageItem {
  readonly id: string
  readonly page: PageOfTreeFragment
  readonly children: readonly PageItem[]
}

export function pageTreeOf(nodes: readonly FragmentType<typeof PageOfTree>[]): readonly PageItem[] {
  const pages = nodes.map((node) => unmask(PageOfTree, node))
  const byParent = Map.groupBy(pages, ({ parentId }) => parentId)
  const below = (parent: string | null): readonly PageItem[] =>
    (byParent.get(parent) ?? []).map((page) => ({ id: page.pageId, page, children: below(page.pageId) }))
  return below(null)
}

/** Returns all pages of a tree in reading order. */
export const pagesOf = (tree: readonly PageItem[]): readonly PageItem[] =>
  tree.flatMap((item) => [item, ...pagesOf(item.children)])
