import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type {
  ItemOfStructureFragment,
  StructureOfSiteFragment,
  VariantOfStructureFragment,
} from '../../generated/workspace-operations/graphql.ts'

const VariantOfStructure = graphql(`
  fragment VariantOfStructure on SiteSpace {
    __typename
    id
    title
    path
    condition
    isDefault
    isDraft
    isHidden
    pageId
    space { id title emoji }
  }
`)

const ItemOfStructure = graphql(`
  fragment ItemOfStructure on SiteStructureItem {
    __typename
    id
    ... on SiteSpace { ...VariantOfStructure }
    ... on SiteSection {
      title
      path
      icon
      description
      condition
      isDefault
      isDraft
      allSiteSpaces { ...VariantOfStructure }
    }
    ... on SiteSectionGroup { title icon isDraft }
    ... on SiteExternalLink { title url description condition isDraft }
  }
`)

/** Groups may be in one another up to three deep. */
export const StructureOfSite = graphql(`
  fragment StructureOfSite on Site {
    id
    structure {
      type
      structure {
        ...ItemOfStructure
        ... on SiteSectionGroup {
          allChildren {
            ...ItemOfStructure
            ... on SiteSectionGroup {
              allChildren {
                ...ItemOfStructure
                ... on SiteSectionGroup { allChildren { ...ItemOfStructure } }
              }
            }
          }
        }
      }
    }
  }
`)

type Variant = VariantOfStructureFragment

/** An item of the structure without what is in it. */
export type StructureItem = Variant | Exclude<ItemOfStructureFragment, { readonly __typename: 'SiteSpace' }>

/** An item of the structure with what is in it, and what it is in. */
export interface StructureNode {
  readonly id: string
  readonly item: StructureItem
  /** The group or section; null at the root. */
  readonly parent: string | null
  readonly children: readonly StructureNode[]
}

type Masked = FragmentType<typeof ItemOfStructure> & { readonly allChildren?: readonly Masked[] }

export const structureTreeOf = ({ structure }: StructureOfSiteFragment): readonly StructureNode[] =>
  nodesOf(structure.structure as readonly Masked[], null)

const nodesOf = (items: readonly Masked[], parent: string | null): readonly StructureNode[] =>
  items.map((masked) => {
    const item = unmask(ItemOfStructure, masked)
    if (item.__typename === 'SiteSpace') return variantNode(item, parent)
    const children =
      item.__typename === 'SiteSection'
        ? item.allSiteSpaces.map((variant) => variantNode(variant, item.id))
        : nodesOf(masked.allChildren ?? [], item.id)
    return { id: item.id, item, parent, children }
  })

function variantNode(masked: FragmentType<typeof VariantOfStructure>, parent: string | null): StructureNode {
  const item = unmask(VariantOfStructure, masked)
  return { id: item.id, item, parent, children: [] }
}

/** Returns all items of a tree, each before what is in it. */
export const allNodes = (tree: readonly StructureNode[]): readonly StructureNode[] =>
  tree.flatMap((node) => [node, ...allNodes(node.children)])

/** A place to which an item is moved: the end of a group or of the root, or beside another item. */
export type StructurePlace =
  | { readonly into: string | null }
  | { readonly beside: StructureNode; readonly side: 'before' | 'after' }

export const parentOf = (place: StructurePlace): string | null =>
  'into' in place ? place.into : place.beside.parent

/** Returns whether an item can be at a place: variants stay in their section, and nothing but they is beside them. */
export function canMove(tree: readonly StructureNode[], node: StructureNode, place: StructurePlace): boolean {
  const isVariant = node.item.__typename === 'SiteSpace'
  const parent = parentOf(place)
  if ('beside' in place && place.beside.id === node.id) return false
  if (isVariant) return parent === node.parent
  if ('beside' in place && place.beside.item.__typename === 'SiteSpace') return false
  const nodes = allNodes(tree)
  const above = nodes.find(({ id }) => id === parent)
  if (parent !== null && above?.item.__typename !== 'SiteSectionGroup') return false
  return !allNodes([node]).some(({ id }) => id === parent)
}

export function moved(
  tree: readonly StructureNode[],
  node: StructureNode,
  place: StructurePlace,
): readonly StructureNode[] {
  const parent = parentOf(place)
  const insert = (siblings: readonly StructureNode[]) => {
    const at = 'into' in place ? -1 : siblings.findIndex(({ id }) => id === place.beside.id)
    const index = at === -1 ? siblings.length : 'side' in place && place.side === 'after' ? at + 1 : at
    return siblings.toSpliced(index, 0, { ...node, parent })
  }
  const change = (siblings: readonly StructureNode[], of: string | null): readonly StructureNode[] => {
    const left = siblings
      .filter(({ id }) => id !== node.id)
      .map((sibling) => ({ ...sibling, children: change(sibling.children, sibling.id) }))
    return of === parent ? insert(left) : left
  }
  return change(tree, null)
}
