import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { faultOf } from '../app/faults.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FaultMessage } from '../parts/fault-message.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { Loading } from '../parts/waiting.tsx'
import styles from './restore-dialog.module.css'
import { nameOf } from './revision-title.ts'

/** What the content has since the revision is what restoring takes back. */
const ChangesSince = graphql(`
  query ChangesSinceRevision($space: ID!, $revision: ID!, $current: ID!) {
    revision(spaceId: $space, id: $current) {
      id
      changeSummary(limit: 50, since: $revision) {
        more
        changes { type page { id title } file { id name } reusableContent { id title } }
      }
    }
  }
`)

const RestoreRevision = graphql(`
  mutation RestoreRevision($space: ID!, $revision: ID!) {
    restoreRevision(spaceId: $space, revisionId: $revision) {
      revision { id ...RevisionOfList }
      space { id updatedAt ...PagesOfSpace }
    }
  }
`)

interface Props {
  readonly space: string
  readonly revision: string
  /** The revision that is live. */
  readonly current: string
  readonly onClose: () => void
}

/** Asks whether a space shall be as it was, with what that takes back. */
export function RestoreDialog({ space, revision, current, onClose }: Props) {
  const go = useGo()
  const [{ data, error, fetching }] = useQuery({
    query: ChangesSince,
    variables: { space, revision, current },
  })
  const undo = useAction(RestoreRevision)
  const summary = data?.revision?.changeSummary
  return (
    <MutationDialog
      title={text('revision.restoreTitle')}
      submitLabel={text('revision.restore')}
      mutation={RestoreRevision}
      variables={{ space, revision }}
      onDone={({ restoreRevision }) => {
        if (!restoreRevision) return
        go(paths.revision(space, restoreRevision.revision.id))
        showDone(text('revision.restored'), async () => {
          const undone = await undo.run({ space, revision: current })
          if (undone?.restoreRevision) go(paths.revision(space, undone.restoreRevision.revision.id))
        })
      }}
      onClose={onClose}
    >
      <p className={styles.text}>{text('revision.restoreText')}</p>
      {fetching && !summary && <Loading />}
      {error && <FaultMessage fault={faultOf(error)} />}
      {summary?.changes.length === 0 && <p className={styles.text}>{text('revision.nothingToRestore')}</p>}
      {summary && summary.changes.length > 0 && (
        <ul className={styles.changes}>
          {summary.changes.map((change) => (
            <li key={`${change.type}-${(change.page ?? change.file ?? change.reusableContent)?.id}`}>
              {nameOf(change)} <span className={styles.type}>{text(`diff.type.${change.type}`)}</span>
            </li>
          ))}
          {summary.more != null && summary.more > 0 && (
            <li className={styles.type}>{text('revision.moreChanges', { count: summary.more })}</li>
          )}
        </ul>
      )}
    </MutationDialog>
  )
}
