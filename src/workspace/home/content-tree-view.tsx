import chevron from 'icon:chevron-right'
import copy from 'icon:copy'
import ellipsis from 'icon:ellipsis'
import folder from 'icon:folder'
import move from 'icon:folder-tree'
import grip from 'icon:grip'
import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { useMemo } from 'react'
import {
  Button as AriaButton,
  TreeItem as AriaTreeItem,
  Collection,
  ListLayout,
  Tree,
  TreeItemContent,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { emojiOf } from '../parts/emoji.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Ago } from '../parts/time.tsx'
import treeStyles from '../parts/tree.module.css'
import type { ContentDialog } from './content-dialogs.tsx'
import { itemsOf, mayAdminister, type TreeItem } from './content-tree.ts'
import styles from './content-tree-view.module.css'
import type { ContentActions } from './use-content-actions.ts'

/** As in the styles, in CSS pixels. */
const rowHeight = 45

interface Props {
  readonly tree: readonly TreeItem[]
  readonly actions: ContentActions
  readonly onDialog: (dialog: ContentDialog) => void
}

/** The collections and spaces of an organization, which can be moved by the mouse and by the keyboard. */
export function ContentTreeView({ tree, actions, onDialog }: Props) {
  const items = useMemo(() => new Map(itemsOf(tree).map((item) => [item.id, item])), [tree])
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ 'text/plain': items.get(String(key))?.content.title ?? '' })),
    isDisabled: ![...items.values()].some(mayAdminister),
    onMove: ({ keys, target }) => {
      const beside = items.get(String(target.key))
      if (!beside) return
      for (const key of keys) {
        const item = items.get(String(key))
        if (!item) continue
        if (target.dropPosition === 'on') void actions.move(item, { parent: beside.id })
        else
          void actions.move(item, {
            parent: beside.content.parentId,
            beside: { item: beside, side: target.dropPosition },
          })
      }
    },
    getDropOperation: (target) =>
      target.type === 'item' &&
      target.dropPosition === 'on' &&
      items.get(String(target.key))?.content.__typename !== 'Collection'
        ? 'cancel'
        : 'move',
  })
  const rows = (item: TreeItem) => (
    <Row key={item.id} item={item} rows={rows} actions={actions} onDialog={onDialog} />
  )
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <Tree
        aria-label={text('home.contents')}
        className={styles.tree as string}
        style={{ blockSize: `min(70dvh, ${items.size * rowHeight + 2}px)` }}
        items={tree}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        defaultExpandedKeys={tree.slice(0, 20).map(({ id }) => id)}
      >
        {rows}
      </Tree>
    </Virtualizer>
  )
}

interface RowProps extends Omit<Props, 'tree'> {
  readonly item: TreeItem
  readonly rows: (item: TreeItem) => React.JSX.Element
}

function Row({ item, rows, actions, onDialog }: RowProps) {
  const { id, content, children } = item
  const isSpace = content.__typename === 'Space'
  const isAdmin = mayAdminister(item)
  return (
    <AriaTreeItem
      id={id}
      textValue={content.title}
      className={`${treeStyles.item} ${styles.item}`}
      href={isSpace ? paths.space(id) : paths.collection(id)}
    >
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} data-level={Math.min(level, 8)}>
            {isAdmin && (
              <AriaButton slot="drag" className={styles.grip as string} aria-label={text('home.drag')}>
                <Icon shape={grip} />
              </AriaButton>
            )}
            {hasChildItems ? (
              <AriaButton slot="chevron" className={styles.chevron as string}>
                <Icon shape={chevron} />
              </AriaButton>
            ) : (
              <span className={styles.chevron} />
            )}
            <span className={styles.emoji} aria-hidden="true">
              {isSpace ? emojiOf(content.emoji) : <Icon shape={folder} />}
            </span>
            <span className={styles.title}>{content.title}</span>
            {isSpace && content.openChangeRequestCount > 0 && (
              <span className={styles.count}>
                {text('home.openChangeRequests', { count: content.openChangeRequestCount })}
              </span>
            )}
            <span className={styles.time}>
              <Ago at={content.updatedAt} />
            </span>
            <ItemMenu item={item} actions={actions} onDialog={onDialog} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{rows}</Collection>
    </AriaTreeItem>
  )
}

function ItemMenu({ item, actions, onDialog }: Omit<RowProps, 'rows'>) {
  const { id, content } = item
  const isAdmin = mayAdminister(item)
  const mayCreate = content.__typename === 'Collection' && content.collectionPermissions.create
  if (!isAdmin && !mayCreate) return null
  return (
    <Menu
      label={text('home.actionsFor', { title: content.title })}
      trigger={<IconButton label={text('home.actionsFor', { title: content.title })} icon={ellipsis} />}
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
