import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { ShownChangesFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import type { DiffLayout } from '../diff/change.ts'
import { ChangeCard, type ChangedValue } from '../diff/change-card.tsx'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { SelectField } from '../parts/fields.tsx'
import styles from './change-request.module.css'
import { ShownChanges } from './change-request-data.ts'

interface Props {
  readonly connection: FragmentType<typeof ShownChanges>
  readonly hrefOf: (page: string) => string
  readonly canEdit: boolean
  readonly onMore: () => void
}

/** What a change request changes, in the order of the pages. */
export function Changes({ connection, hrefOf, canEdit, onMore }: Props) {
  const [layout, setLayout] = useState<DiffLayout>('inline')
  const { nodes, totalCount, pageInfo } = unmask(ShownChanges, connection)
  return (
    <section className={styles.changes}>
      <div className={styles.heading}>
        <h2>{text('changes.count', { count: totalCount })}</h2>
        <SelectField
          name="layout"
          label={text('diff.layout')}
          isLabelHidden
          value={layout}
          onChange={setLayout}
          choices={[
            { value: 'inline', label: text('diff.inline') },
            { value: 'sideBySide', label: text('diff.sideBySide') },
          ]}
        />
      </div>
      {totalCount === 0 && (
        <EmptyState title={text('changes.noChanges')} hint={text('changes.noChangesHint')} />
      )}
      {nodes.map((change) => {
        const object = change.page ?? change.file ?? change.reusableContent
        const isEditable =
          canEdit && change.page?.__typename === 'DocumentPage' && change.type !== 'PAGE_DELETED'
        return (
          <ChangeCard
            key={`${change.type}-${object?.id}`}
            type={change.type}
            title={titleOf(change)}
            place={change.page?.ancestors.map(({ title }) => title) ?? []}
            href={isEditable && change.page ? hrefOf(change.page.pageId) : undefined}
            values={valuesOf(change)}
            hunks={change.body?.hunks ?? []}
            isTooLarge={change.body?.hunksOmitted === 'TOO_LARGE'}
            layout={layout}
          />
        )
      })}
      {pageInfo.hasNextPage && <Button onPress={onMore}>{text('changes.more')}</Button>}
    </section>
  )
}

type Change = ShownChangesFragment['nodes'][number]

const titleOf = ({ page, file, reusableContent }: Change): string =>
  page?.title ?? file?.name ?? reusableContent?.title ?? text('diff.variables')

/** The attributes and variables that were changed. The parent of a moved page is told by its type and place. */
function valuesOf({ attributes, variables }: Change): ChangedValue[] {
  const shown = (value: unknown): string =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const changed = { ...attributes, ...(variables as Readonly<Record<string, unknown>> | null) }
  return Object.entries(changed).flatMap(([name, value]) => {
    if (value === null || typeof value !== 'object') return []
    const { before, after } = value as { readonly before?: unknown; readonly after?: unknown }
    return [{ name, before: shown(before), after: shown(after) }]
  })
}
