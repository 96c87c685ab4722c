import link from 'icon:arrow-up-right-from-square'
import book from 'icon:book'
import folder from 'icon:folder'
import layers from 'icon:layer-group'
import { useMemo, useState } from 'react'
import {
  TreeItem as AriaTreeItem,
  Collection,
  ListLayout,
  Tree,
  TreeItemContent,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components'
import { text } from '../app/texts.ts'
import { shownEmoji } from '../parts/emoji.ts'
import { Icon } from '../parts/icon.tsx'
import treeStyles from '../parts/tree.module.css'
import { TreeHandles } from '../parts/tree-handles.tsx'
import type { SitePartProps } from './site-screen.tsx'
import type { StructureDialog } from './structure-dialogs.tsx'
import { StructureMenu } from './structure-menu.tsx'
import styles from './structure-part.module.css'
import { allNodes, canMove, type StructureItem, type StructureNode } from './structure-tree.ts'
import type { StructureActions } from './use-structure-actions.ts'

/** As in the styles, in CSS pixels. */
const rowHeight = 45

interface Props {
  readonly address: SitePartProps
  readonly tree: readonly StructureNode[]
  /** Undefined where the viewer may not change the structure. */
  readonly actions: StructureActions | undefined
  readonly onDialog: (dialog: StructureDialog) => void
}

/** The type under which a drag has an item, so that a target knows which it is. */
const dragType = (id: string) => `lectern/${id}`

/** The structure of a site as a tree, whose items can be moved by the mouse and by the keyboard. */
export function StructureTreeView({ address, tree, actions, onDialog }: Props) {
  const nodes = useMemo(() => new Map(allNodes(tree).map((node) => [node.id, node])), [tree])
  // All are open in a small tree, also those that are added later.
  const isOpenAtFirst = nodes.size <= 100
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const open = [...nodes.keys()].filter((id) => isOpenAtFirst !== toggled.has(id))
  const toggle = (keys: ReadonlySet<unknown>) =>
    setToggled(new Set([...nodes.keys()].filter((id) => keys.has(id) !== isOpenAtFirst)))
  const placeAt = (key: unknown, position: 'before' | 'on' | 'after') => {
    const target = nodes.get(String(key))
    if (!target) return undefined
    return position === 'on' ? { into: target.id } : { beside: target, side: position }
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        'text/plain': nodes.get(String(key))?.item.title ?? '',
        [dragType(String(key))]: '',
      })),
    isDisabled: !actions,
    onMove: ({ keys, target }) => {
      const place = placeAt(target.key, target.dropPosition)
      const [node] = [...keys].flatMap((key) => nodes.get(String(key)) ?? [])
      if (place && node) void actions?.move(node, place)
    },
    getDropOperation: (target, types) => {
      if (target.type !== 'item') return 'cancel'
      const dragged = [...nodes.values()].find(({ id }) => types.has(dragType(id)))
      const place = placeAt(target.key, target.dropPosition)
      return dragged && place && canMove(tree, dragged, place) ? 'move' : 'cancel'
    },
  })
  const rows = (node: StructureNode) => (
    <Row
      key={node.id}
      address={address}
      node={node}
      rows={rows}
      tree={tree}
      actions={actions}
      onDialog={onDialog}
    />
  )
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <Tree
        aria-label={text('site.structure')}
        className={treeStyles.card as string}
        style={{ blockSize: `min(70dvh, ${nodes.size * rowHeight + 2}px)` }}
        items={tree}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        expandedKeys={open}
        onExpandedChange={toggle}
      >
        {rows}
      </Tree>
    </Virtualizer>
  )
}

interface RowProps extends Props {
  readonly node: StructureNode
  readonly rows: (node: StructureNode) => React.JSX.Element
}

function Row({ address, node, rows, tree, actions, onDialog }: RowProps) {
  const { id, item, children } = node
  return (
    <AriaTreeItem id={id} textValue={item.title} className={`${treeStyles.item} ${treeStyles.line}`}>
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} data-level={level}>
            <TreeHandles isMovable={actions !== undefined} hasChildItems={hasChildItems} />
            <span className={styles.kind} role="img" aria-label={text(`structure.kind.${item.__typename}`)}>
              <KindIcon item={item} />
            </span>
            <span className={styles.title}>{item.title}</span>
            <span className={styles.path}>
              <bdi dir="ltr">{pathOf(item)}</bdi>
            </span>
            <Badges item={item} />
            {actions && (
              <StructureMenu
                address={address}
                node={node}
                tree={tree}
                actions={actions}
                onDialog={onDialog}
              />
            )}
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{rows}</Collection>
    </AriaTreeItem>
  )
}

function KindIcon({ item }: { readonly item: StructureItem }) {
  if (item.__typename === 'SiteSpace') return shownEmoji(item.space.emoji) || <Icon shape={book} />
  const shapes = { SiteSection: layers, SiteSectionGroup: folder, SiteExternalLink: link }
  return <Icon shape={shapes[item.__typename]} />
}

function pathOf(item: StructureItem): string {
  if (item.__typename === 'SiteExternalLink') return item.url
  return 'path' in item ? `/${item.path}` : ''
}

function Badges({ item }: { readonly item: StructureItem }) {
  return (
    <>
      {'isDefault' in item && item.isDefault && (
        <span className={styles.badge} data-kind="default">
          {text('structure.default')}
        </span>
      )}
      {'condition' in item && item.condition !== null && (
        <span className={styles.badge}>{text('structure.conditional')}</span>
      )}
      {'isHidden' in item && item.isHidden && (
        <span className={styles.badge}>{text('structure.hidden')}</span>
      )}
      {item.isDraft && (
        <span className={styles.badge} data-kind="draft">
          {text('structure.draft')}
        </span>
      )}
    </>
  )
}
