import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { RestoreCollectionOfTrash, RestoreSpaceOfTrash, TrashOfOrganization } from './trash-operations.ts'
import styles from './trash-screen.module.css'

const TrashQuery = graphql(`
  query TrashScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id ...OrganizationOfFrame ...TrashOfOrganization }
  }
`)

/** The spaces and collections that were deleted, latest first, until they are gone for good. */
export function TrashScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(TrashQuery, { organization })
  const space = useAction(RestoreSpaceOfTrash)
  const collection = useAction(RestoreCollectionOfTrash)
  const trash = unmask(TrashOfOrganization, data?.organization)
  if (!data?.organization || !trash) return <Waiting fault={fault} onRetry={refresh} />
  const { deletedCollections, deletedSpaces } = trash
  const rows = [...deletedCollections.nodes, ...deletedSpaces.nodes].toSorted((one, other) =>
    (other.deletedAt ?? '').localeCompare(one.deletedAt ?? ''),
  )
  const total = deletedCollections.totalCount + deletedSpaces.totalCount
  const restore = async ({ __typename, id, title }: (typeof rows)[number]) => {
    const done = await (__typename === 'Space' ? space : collection).run({ organization, id })
    if (done) showDone(text('trash.restored', { title }))
  }
  return (
    <Frame viewer={data.viewer} organization={data.organization} title={text('part.trash')}>
      {rows.length === 0 ? (
        <EmptyState title={text('trash.empty')} hint={text('trash.emptyHint')} />
      ) : (
        <ul className={listStyles.list}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row}>
              <span className={styles.title}>{row.title}</span>
              <span className={styles.note}>
                {text(row.__typename === 'Space' ? 'trash.space' : 'trash.collection')}
                {row.deletedAt && (
                  <>
                    {' · '}
                    <Ago at={row.deletedAt} />
                  </>
                )}
                {row.daysLeft !== null && ` · ${text('trash.daysLeft', { count: row.daysLeft })}`}
              </span>
              {row.permissions.admin && (
                <Button
                  onPress={() => restore(row)}
                  aria-label={text('trash.restoreTitle', { title: row.title })}
                >
                  {text('trash.restore')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {total > rows.length && (
        <p className={styles.note}>{text('trash.firstOf', { shown: rows.length, total })}</p>
      )}
    </Frame>
  )
}
