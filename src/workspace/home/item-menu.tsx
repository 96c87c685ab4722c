import building from 'icon:building'
import copy from 'icon:copy'
import folder from 'icon:folder'
import move from 'icon:folder-tree'
import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { text } from '../app/texts.ts'
import { Menu } from '../parts/menu.tsx'
import type { ContentDialog } from './content-dialogs.tsx'
import { mayAdminister, type TreeItem } from './content-tree.ts'
import type { ContentActions } from './use-content-actions.ts'

/** The changes to a tree that its items offer. */
export interface ContentTools {
  readonly actions: ContentActions
  readonly onDialog: (dialog: ContentDialog) => void
  /** Whether the viewer may let go of content of the organization. */
  readonly mayTransfer: boolean
}

export interface ItemMenuProps {
  readonly item: TreeItem
  readonly tools: ContentTools
}

/** The menu of a space or a collection; nothing for who may change nothing of it. */
export function ItemMenu({ item, tools: { actions, onDialog, mayTransfer } }: ItemMenuProps) {
  const { id, content } = item
  const isAdmin = mayAdminister(item)
  const mayCreate = content.__typename === 'Collection' && content.collectionPermissions.create
  if (!isAdmin && !mayCreate) return null
  return (
    <Menu
      label={text('home.actionsFor', { title: content.title })}
      groups={[
        [
          mayCreate && {
            id: 'space',
            label: text('home.newSpaceHere'),
            icon: plus,
            act: () => onDialog({ kind: 'create space', parent: id }),
          },
          mayCreate && {
            id: 'collection',
            label: text('home.newCollectionHere'),
            icon: folder,
            act: () => onDialog({ kind: 'create collection', parent: id }),
          },
        ],
        [
          isAdmin && {
            id: 'rename',
            label: text('home.rename'),
            icon: pen,
            act: () => onDialog({ kind: 'rename', item }),
          },
          isAdmin && {
            id: 'move',
            label: text('home.moveTo'),
            icon: move,
            act: () => onDialog({ kind: 'move', item }),
          },
          content.__typename === 'Space' &&
            isAdmin && {
              id: 'duplicate',
              label: text('home.duplicate'),
              icon: copy,
              act: () => void actions.duplicate(item),
            },
        ],
        [
          isAdmin &&
            mayTransfer && {
              id: 'transfer',
              label: text('home.transferTo'),
              icon: building,
              act: () => onDialog({ kind: 'transfer', item }),
            },
          isAdmin && {
            id: 'delete',
            label: text('home.delete'),
            icon: trash,
            isDangerous: true,
            act: () => void actions.remove(item),
          },
        ],
      ]}
    />
  )
}
