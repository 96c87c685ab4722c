import chevron from 'icon:chevron-right'
import ellipsis from 'icon:ellipsis'
import eye from 'icon:eye'
import eyeSlash from 'icon:eye-slash'
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
import treeStyles from '../parts/tree.module.css'
import type { PageDialog } from './page-dialogs.tsx'
import { type PageItem, pagesOf } from './page-list.ts'
import styles from './page-tree.module.css'
import type { PageActions } from './use-page-actions.ts'

interface Props {
  readonly space: string
  readonly tree: readonly PageItem[]
  /** The page that is shown. */
  readonly current: string | undefined
  /** Undefined where the viewer may not edit the live content. */
  readonly actions: PageActions | undefined
  readonly onDialog: (dialog: PageDialog) => void
}

/** The pages of a space, which can be moved by the mouse and by the keyboard. */
export function PageTree({ space, tree, current, actions, onDialog }: Props) {
  const items = useMemo(() => new Map(pagesOf(tree).map((item) => [item.id, item])), [tree])
  const expanded = useMemo(() => expandedFor(items, tree, current), [items, tree, current])
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': items.get(String(key))?.page.title ?? '' })),
    isDisabled: !actions,
    onMove: ({ keys, target }) => {
      const beside = items.get(String(target.key))
      const [item] = [...keys].map((key) => items.get(String(key)))
      if (!beside || !item || !actions) return
      if (target.dropPosition === 'on') void actions.move(item, beside.id, beside.children.length)
      else
        void actions.move(item, beside.page.parentId, placeBeside(items, item, beside, target.dropPosition))
    },
  })
  const rows = (item: PageItem) => (
    <Row key={item.id} item={item} rows={rows} {...{ space, current, actions, onDialog }} />
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

/** Returns what is open at first: the way to the page that is shown, or the first pages of a small space. */
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

/** Returns the index at which a page is beside another, counted without the page itself. */
function placeBeside(
  items: ReadonlyMap<string, PageItem>,
  item: PageItem,
  beside: PageItem,
  side: 'before' | 'after',
): number {
  const siblings = [...items.values()].filter(
    ({ id, page }) => page.parentId === beside.page.parentId && id !== item.id,
  )
  return siblings.indexOf(beside) + (side === 'after' ? 1 : 0)
}

interface RowProps extends Omit<Props, 'tree'> {
  readonly item: PageItem
  readonly rows: (item: PageItem) => React.JSX.Element
}

function Row({ item, rows, space, current, actions, onDialog }: RowProps) {
  const { id, page, children } = item
  return (
    <AriaTreeItem
      id={id}
      textValue={page.title}
      className={`${treeStyles.item} ${styles.item} ${id === current ? styles.current : ''}`}
      {...(page.__typename !== 'GroupPage' && { href: paths.page(space, id) })}
    >
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} data-level={Math.min(level, 6)}>
            {actions && (
              <AriaButton slot="drag" className={styles.grip as string} aria-label={text('space.drag')}>
                ⠿
              </AriaButton>
            )}
            {hasChildItems ? (
              <AriaButton slot="chevron" className={styles.chevron as string}>
                <Icon shape={chevron} />
              </AriaButton>
            ) : (
              <span className={styles.chevron} />
            )}
            <span className={page.__typename === 'GroupPage' ? styles.group : styles.title}>
              {page.emoji && <span aria-hidden="true">{emojiOf(page.emoji)} </span>}
              {page.title}
            </span>
            {page.isHidden && <Icon shape={eyeSlash} className={styles.hidden as string} />}
            {actions && <PageMenu item={item} actions={actions} onDialog={onDialog} />}
          </div>
        )}
      </TreeItemContent>
      <Collection items={children}>{rows}</Collection>
    </AriaTreeItem>
  )
}

interface PageMenuProps {
  readonly item: PageItem
  readonly actions: PageActions
  readonly onDialog: (dialog: PageDialog) => void
}

function PageMenu({ item, actions, onDialog }: PageMenuProps) {
  const { id, page } = item
  const label = text('space.actionsFor', { title: page.title })
  const isHidden = text(page.isHidden ? 'space.show' : 'space.hide')
  return (
    <Menu
      label={label}
      trigger={<IconButton label={label} icon={ellipsis} />}
      groups={[
        [
          page.__typename !== 'LinkPage' && {
            id: 'new',
            label: text('space.newSubpage'),
            icon: plus,
            act: () => onDialog({ kind: 'create', type: 'DOCUMENT', into: id }),
          },
          {
            id: 'rename',
            label: text('space.rename'),
            icon: pen,
            act: () => onDialog({ kind: 'rename', item }),
          },
          {
            id: 'hide',
            label: isHidden,
            icon: page.isHidden ? eye : eyeSlash,
            act: () => void actions.toggleHidden(item),
          },
        ],
        [
          {
            id: 'delete',
            label: text('space.delete'),
            icon: trash,
            isDangerous: true,
            act: () => void actions.remove(item),
          },
        ],
      ]}
    />
  )
}
