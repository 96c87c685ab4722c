import eyeSlash from 'icon:eye-slash'
import link from 'icon:link'
import { useMemo } from 'react'
import {
  TreeItem as AriaTreeItem,
  Collection,
  type Key,
  ListLayout,
  Tree,
  TreeItemContent,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { shownEmoji } from '../parts/emoji.ts'
import { Icon } from '../parts/icon.tsx'
import treeStyles from '../parts/tree.module.css'
import { TreeHandles } from '../parts/tree-handles.tsx'
import type { PageItem } from './page-list.ts'
import { PageMenu } from './page-menu.tsx'
import { type PageItems, placeAt } from './page-places.ts'
import styles from './page-tree.module.css'
import type { SpacePages } from './use-space-pages.tsx'

interface Props {
  readonly pages: SpacePages
  /** The page that is shown. */
  readonly current: string | undefined
}

/** The pages of a space, which can be moved by the mouse and by the keyboard. */
export function PageTree({ pages, current }: Props) {
  const { tree, items, actions } = pages
  const expanded = useMemo(() => expandedFor(items, tree, current), [items, tree, current])
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': items.get(String(key))?.page.title ?? '' })),
    isDisabled: !actions,
    onMove: ({ keys, target }) => {
      const beside = items.get(String(target.key))
      const [item] = [...keys].map((key) => items.get(String(key)))
      const place = beside && item && placeAt(items, item, beside, target.dropPosition)
      if (place) void actions?.move(item, place)
    },
    getDropOperation: (target) =>
      target.type === 'item' && target.dropPosition === 'on' && isLink(items, target.key) ? 'cancel' : 'move',
  })
  const rows = (item: PageItem) => (
    <Row key={item.id} item={item} rows={rows} pages={pages} current={current} />
  )
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32 }}>
      <Tree
        aria-label={text('space.pages')}
        className={styles.tree as string}
        items={tree}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        defaultExpandedKeys={expanded}
      >
        {rows}
      </Tree>
    </Virtualizer>
  )
}

/** Returns what is open at first: the pages down to the one that is shown, or the first pages of a small space. */
function expandedFor(
  items: ReadonlyMap<string, PageItem>,
  tree: readonly PageItem[],
  current: string | undefined,
): string[] {
  const open = items.size <= 100 ? tree.map(({ id }) => id) : []
  for (let id: string | null | undefined = current; id != null; id = items.get(id)?.page.parentId)
    open.push(id)
  return open
}

const isLink = (items: PageItems, key: Key): boolean => items.get(String(key))?.page.__typename === 'LinkPage'

interface RowProps extends Props {
  readonly item: PageItem
  readonly rows: (item: PageItem) => React.JSX.Element
}

function Row({ item, rows, pages, current }: RowProps) {
  const { id, page, children } = item
  return (
    <AriaTreeItem
      id={id}
      textValue={page.title}
      className={`${treeStyles.item} ${styles.item} ${id === current ? styles.current : ''}`}
      {...(page.__typename !== 'GroupPage' && { href: paths.page(pages.space, id) })}
    >
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} data-level={Math.min(level, 6)}>
            <TreeHandles isMovable={pages.actions !== undefined} hasChildItems={hasChildItems} />
            <span className={page.__typename === 'GroupPage' ? styles.group : styles.title}>
              {page.emoji && <span aria-hidden="true">{shownEmoji(page.emoji)} </span>}
              {page.title}
            </span>
            {page.__typename === 'LinkPage' && <Icon shape={link} className={styles.hidden as string} />}
            {page.isHidden && <Icon shape={eyeSlash} className={styles.hidden as string} />}
            <PageMenu item={item} pages={pages} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{rows}</Collection>
    </AriaTreeItem>
  )
}
