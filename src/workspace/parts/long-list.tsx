import type { ReactNode } from 'react'
import {
  Collection,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  ListLayout,
  Virtualizer,
} from 'react-aria-components'
import type { Pages } from '../app/use-pages.ts'
import styles from './long-list.module.css'
import { Loading } from './waiting.tsx'

interface Props<Row extends { readonly id: string }> {
  readonly label: string
  readonly pages: Pages<Row>
  /** The height of a row that was not shown yet, in CSS pixels. */
  readonly estimatedRowHeight?: number
  /** The name of a row for screen readers. */
  readonly nameOf: (row: Row) => string
  /** The address that a row leads to. */
  readonly hrefOf?: (row: Row) => string | undefined
  readonly onOpen?: (row: Row) => void
  readonly children: (row: Row) => ReactNode
}

/** A list of any length: it has the rows in sight, and reads further ones when its end comes near. */
export function LongList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, pages, estimatedRowHeight = 60, nameOf, hrefOf, onOpen, children } = props
  const byId = new Map(pages.nodes.map((row) => [row.id, row]))
  const open = (key: string) => {
    const row = byId.get(key)
    if (row) onOpen?.(row)
  }
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight }}>
      <GridList
        aria-label={label}
        className={styles.list as string}
        selectionMode="none"
        {...(onOpen && { onAction: (key) => open(String(key)) })}
      >
        <Collection items={pages.nodes} dependencies={[children]}>
          {(row) => (
            <GridListItem
              id={row.id}
              textValue={nameOf(row)}
              className={styles.item as string}
              href={hrefOf?.(row)}
            >
              {children(row)}
            </GridListItem>
          )}
        </Collection>
        <GridListLoadMoreItem onLoadMore={pages.more} isLoading={pages.isLoading}>
          <Loading />
        </GridListLoadMoreItem>
      </GridList>
    </Virtualizer>
  )
}
