import { useMemo } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { SelectField } from '../parts/fields.tsx'
import type { DiffLayout } from './change.ts'
import { ChangeCard } from './change-card.tsx'
import { anchorOf, type Change, changeOf, treeOfChanges } from './change-tree.ts'
import { ChangeTreeView } from './change-tree-view.tsx'
import styles from './changes.module.css'
import type { Discussion } from './discussion.ts'
import { ShownChanges } from './shown-changes.ts'

interface Props {
  readonly connection: FragmentType<typeof ShownChanges>
  readonly layout: DiffLayout
  readonly onLayout: (layout: DiffLayout) => void
  /** Returns the path of a changed page that is still there. */
  readonly hrefOf: (page: string) => string
  /** Returns the path on which a changed page is edited. Undefined for those who may not edit. */
  readonly editorOf?: ((page: string) => string) | undefined
  readonly discussion?: Discussion
  readonly onMore: () => void
}

/** The changes of a change request or a revision, in the order of the pages. */
export function Changes(props: Props) {
  const { layout, onLayout, hrefOf, editorOf, discussion, onMore } = props
  const { nodes, totalCount, pageInfo } = unmask(ShownChanges, props.connection)
  const changes = useMemo(() => nodes.map(changeOf), [nodes])
  return (
    <section className={styles.changes} aria-label={text('diff.changes')}>
      <div className={styles.heading}>
        <h2>{text('changes.count', { count: totalCount })}</h2>
        <SelectField
          name="layout"
          label={text('diff.layout')}
          isLabelHidden
          value={layout}
          onChange={onLayout}
          choices={[
            { value: 'inline', label: text('diff.inline') },
            { value: 'sideBySide', label: text('diff.sideBySide') },
            { value: 'rendered', label: text('diff.rendered') },
          ]}
        />
      </div>
      {totalCount === 0 && (
        <EmptyState title={text('changes.noChanges')} hint={text('changes.noChangesHint')} />
      )}
      {changes.length > 1 && <ChangeTreeView nodes={treeOfChanges(changes)} />}
      {changes.map((change) => {
        const page = change.type === 'PAGE_DELETED' ? null : change.page
        const isEditable = page?.__typename === 'DocumentPage'
        return (
          <ChangeCard
            key={anchorOf(change)}
            change={change}
            href={page ? hrefOf(page.pageId) : undefined}
            editor={isEditable ? editorOf?.(page.pageId) : undefined}
            layout={layout}
            // A page that was both moved and edited is discussed once.
            discussion={change.type === 'PAGE_MOVED' && isEditedToo(change, changes) ? undefined : discussion}
          />
        )
      })}
      {pageInfo.hasNextPage && <Button onPress={onMore}>{text('changes.more')}</Button>}
    </section>
  )
}

const isEditedToo = ({ page }: Change, changes: readonly Change[]): boolean =>
  changes.some((other) => other.type === 'PAGE_EDITED' && other.page?.pageId === page?.pageId)
