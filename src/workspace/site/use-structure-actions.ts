import { useState } from 'react'
import type { SiteStructurePointerInput } from '../../generated/workspace-operations/graphql.ts'
import { useAction } from '../app/use-action.ts'
import {
  ChooseDefault,
  DeleteGroup,
  DeleteLink,
  DeleteSection,
  DeleteVariant,
  MoveItem,
  UpdateGroup,
  UpdateLink,
  UpdateSection,
  UpdateVariant,
} from './structure-operations.ts'
import {
  canMove,
  moved,
  parentOf,
  type StructureItem,
  type StructureNode,
  type StructurePlace,
} from './structure-tree.ts'

/** The members that several kinds of items have. */
export interface ItemChanges {
  readonly title?: string | null
  readonly path?: string
  readonly url?: string
  readonly icon?: string | null
  readonly description?: string | null
  readonly condition?: string | null
  readonly isDraft?: boolean
  readonly isHidden?: boolean
  readonly spaceId?: string
  readonly pageId?: string | null
}

/** The changes to the structure of a site that need no form. */
export interface StructureActions {
  /** The tree as it is shown: a move is shown before the server has done it, and taken back if it fails. */
  readonly tree: readonly StructureNode[]
  readonly move: (node: StructureNode, place: StructurePlace) => Promise<void>
  readonly update: (node: StructureNode, changes: ItemChanges) => Promise<boolean>
  readonly chooseDefault: (node: StructureNode) => Promise<void>
}

type Kind = StructureItem['__typename']

const pointers = {
  SiteSection: 'siteSection',
  SiteSectionGroup: 'siteSectionGroup',
  SiteExternalLink: 'siteExternalLink',
  SiteSpace: 'siteSpace',
} as const satisfies Record<Kind, string>

const pointerTo = ({ id, item }: StructureNode) =>
  ({ [pointers[item.__typename]]: id }) as unknown as SiteStructurePointerInput

/** The member of an update that moves an item to another group. */
const groupMembers = {
  SiteSection: 'siteSectionGroupId',
  SiteSectionGroup: 'parentSectionGroupId',
  SiteExternalLink: 'parentSectionGroupId',
} as const

export function useUpdateItem(kind: Kind, options?: { readonly isInForm: boolean }) {
  const section = useAction(UpdateSection, options)
  const variant = useAction(UpdateVariant, options)
  const group = useAction(UpdateGroup, options)
  const link = useAction(UpdateLink, options)
  return { SiteSection: section, SiteSpace: variant, SiteSectionGroup: group, SiteExternalLink: link }[kind]
}

export function useDeleteItem(kind: Kind) {
  const section = useAction(DeleteSection, { isInForm: true })
  const variant = useAction(DeleteVariant, { isInForm: true })
  const group = useAction(DeleteGroup, { isInForm: true })
  const link = useAction(DeleteLink, { isInForm: true })
  return { SiteSection: section, SiteSpace: variant, SiteSectionGroup: group, SiteExternalLink: link }[kind]
}

export function useStructureActions(site: string, tree: readonly StructureNode[]): StructureActions {
  const [expected, setExpected] = useState<readonly StructureNode[]>()
  const moveItem = useAction(MoveItem)
  const choose = useAction(ChooseDefault)
  const updates = {
    SiteSection: useUpdateItem('SiteSection'),
    SiteSpace: useUpdateItem('SiteSpace'),
    SiteSectionGroup: useUpdateItem('SiteSectionGroup'),
    SiteExternalLink: useUpdateItem('SiteExternalLink'),
  }

  const toGroup = async ({ id, item }: StructureNode, group: string | null) =>
    item.__typename === 'SiteSpace' ||
    (await updates[item.__typename].run({
      site,
      id,
      input: { [groupMembers[item.__typename]]: group },
    })) !== undefined

  return {
    tree: expected ?? tree,
    move: async (node, place) => {
      if (!canMove(tree, node, place)) return
      setExpected(moved(tree, node, place))
      const isThere = parentOf(place) === node.parent || (await toGroup(node, parentOf(place)))
      if (isThere && 'beside' in place) {
        const input = { item: pointerTo(node), position: { [place.side]: pointerTo(place.beside) } }
        await moveItem.run({ site, input })
      }
      setExpected(undefined)
    },
    update: async ({ id, item }, changes) =>
      (await updates[item.__typename].run({ site, id, input: changes })) !== undefined,
    chooseDefault: async ({ id, item, parent }) => {
      if (item.__typename === 'SiteSpace' && parent !== null)
        await updates.SiteSection.run({ site, id: parent, input: { defaultSiteSpace: id } })
      else
        await choose.run({
          site,
          input: { [item.__typename === 'SiteSpace' ? 'defaultSiteSpace' : 'defaultSiteSection']: id },
        })
    },
  }
}
