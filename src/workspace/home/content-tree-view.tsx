import book from 'icon:book'
import folder from 'icon:folder'
import { memo, useEffect, useMemo, useRef } from 'react'
import {
  TreeItem as AriaTreeItem,
  Collection,
  ListLayout,
  Tree,
  TreeItemContent,
  TreeLoadMoreItem,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { shownEmoji } from '../parts/emoji.ts'
import { Icon } from '../parts/icon.tsx'
import { Ago } from '../parts/time.tsx'
import treeStyles from '../parts/tree.module.css'
import { TreeHandles } from '../parts/tree-handles.tsx'
import { Loading } from '../parts/waiting.tsx'
import { isSame, itemsOf, mayAdminister, type TreeItem } from './content-tree.ts'
import styles from './content-tree-view.module.css'
import { type ContentTools, ItemMenu } from './item-menu.tsx'
import type { ReadContents } from './use-contents.ts'

/** As in the styles, in CSS pixels. */
const rowHeight = 45

/** How many of the first items show at once what is in them. */
const expandedAtFirst = 20

interface Props extends Pick<ReadContents, 'hasMore' | 'isLoading' | 'more'> {
  readonly tree: readonly TreeItem[]
  readonly tools: ContentTools
}

/**
 * The collections and spaces of an organization, which can be moved by the mouse and by the keyboard. It is rendered again only when they
 * have changed: React goes through all rows then, also through those that are not in sight.
 */
export const ContentTreeView = memo(function ContentTreeView({
  tree,
  tools,
  hasMore,
  isLoading,
  more,
}: Props) {
  const { actions } = tools
  const items = useMemo(() => new Map(itemsOf(tree).map((item) => [item.id, item])), [tree])
  const box = useRef<HTMLDivElement>(null)
  const expanded = useRef<ReadonlySet<string>>(new Set(tree.slice(0, expandedAtFirst).map(({ id }) => id)))
  const height = () => `min(70dvh, ${visibleRows(tree, expanded.current) * rowHeight + 2}px)`
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
  const rows = useMemo(() => {
    const row = (item: TreeItem) => <Row key={item.id} item={item} rows={row} tools={tools} />
    return row
  }, [tools])
  const chunks = useChunks(tree)
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <Tree
        aria-label={text('home.contents')}
        className={treeStyles.card as string}
        ref={box}
        style={{ blockSize: height() }}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        // A tree that is told what is expanded computes all its rows again at each step of scrolling.
        defaultExpandedKeys={expanded.current}
        onExpandedChange={(keys) => {
          expanded.current = new Set([...keys].map(String))
          if (box.current) box.current.style.blockSize = height()
        }}
      >
        {chunks.map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first item of a chunk may be moved.
          <Chunk key={index} items={chunk} rows={rows} />
        ))}
        {hasMore && (
          <TreeLoadMoreItem onLoadMore={more} isLoading={isLoading}>
            <Loading />
          </TreeLoadMoreItem>
        )}
      </Tree>
    </Virtualizer>
  )
})

interface ChunkProps {
  readonly items: readonly TreeItem[]
  readonly rows: (item: TreeItem) => React.JSX.Element
}

/** Some rows that follow one another, which are rendered again only when one of them has changed: not when further ones are read. */
const Chunk = memo(function Chunk({ items, rows }: ChunkProps) {
  return (
    <Collection items={items} dependencies={[rows]}>
      {rows}
    </Collection>
  )
})

const chunkSize = 250

/** Returns the items in chunks. One that is as it was before is the same array. */
function useChunks(items: readonly TreeItem[]): readonly (readonly TreeItem[])[] {
  const before = useRef<readonly (readonly TreeItem[])[]>([])
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) => {
        const chunk = items.slice(index * chunkSize, (index + 1) * chunkSize)
        const former = before.current[index]
        return former && isSame(former, chunk) ? former : chunk
      }),
    [items],
  )
  useEffect(() => {
    before.current = chunks
  }, [chunks])
  return chunks
}

/** Returns how many rows a tree has that are not in a collection that is closed. */
const visibleRows = (tree: readonly TreeItem[], expanded: ReadonlySet<string>): number =>
  tree.reduce(
    (sum, { id, children }) => sum + 1 + (expanded.has(id) ? visibleRows(children, expanded) : 0),
    0,
  )

interface RowProps extends Pick<Props, 'tools'> {
  readonly item: TreeItem
  readonly rows: (item: TreeItem) => React.JSX.Element
}

function Row({ item, rows, tools }: RowProps) {
  const { id, content, children } = item
  const isSpace = content.__typename === 'Space'
  const isAdmin = mayAdminister(item)
  return (
    <AriaTreeItem
      id={id}
      textValue={content.title}
      className={`${treeStyles.item} ${treeStyles.line} ${styles.item}`}
      href={isSpace ? paths.space(id) : paths.collection(id)}
    >
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} data-level={Math.min(level, 8)}>
            <TreeHandles isMovable={isAdmin} hasChildItems={hasChildItems} />
            <span className={styles.emoji} aria-hidden="true">
              {(isSpace && shownEmoji(content.emoji)) || <Icon shape={isSpace ? book : folder} />}
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
            <ItemMenu item={item} tools={tools} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{rows}</Collection>
    </AriaTreeItem>
  )
}
