import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import styles from './change-request.module.css'
import {
  ChangeRequestQuery,
  EditMutation,
  MergeMutation,
  ShownChangeRequest,
  UpdateFromLiveMutation,
} from './change-request-data.ts'
import { Changes } from './changes.tsx'
import { Conflicts } from './conflicts.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MergeResult } from './merge-result.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { StatusBadge } from './status-badge.tsx'

const step = 50

/** A change request: what it changes, what was said about it, and its way into the space. */
export function ChangeRequestScreen({ space, number }: { readonly space: string; readonly number: string }) {
  const [changes, setChanges] = useState(step)
  const [isEditing, setEditing] = useState(false)
  const { data, fault, refresh } = useScreen(ChangeRequestQuery, { space, changeRequest: number, changes })
  const merge = useAction(MergeMutation)
  const update = useAction(UpdateFromLiveMutation)
  const edit = useAction(EditMutation)
  if (!data?.changeRequest) return <Waiting fault={fault} onRetry={refresh} />
  const request = unmask(ShownChangeRequest, data.changeRequest)
  const within = data.changeRequest.space
  const { id, status } = request
  const isActive = status === 'OPEN' || status === 'DRAFT'
  const { permissions } = within
  const setStatus = (chosen: 'OPEN' | 'ARCHIVED') => edit.run({ id, input: { status: chosen } })
  return (
    <Frame
      viewer={data.viewer}
      organization={within.organization}
      title={request.subject || text('changes.untitled')}
      breadcrumbs={[{ title: within.title, href: paths.space(within.id) }]}
      actions={
        <>
          {permissions.edit && status !== 'MERGED' && (
            <Button onPress={() => setEditing(true)}>{text('changes.edit')}</Button>
          )}
          {permissions.edit && status === 'DRAFT' && (
            <Button onPress={() => setStatus('OPEN')} isPending={edit.isRunning}>
              {text('changes.open')}
            </Button>
          )}
          {permissions.edit && isActive && (
            <Button onPress={() => setStatus('ARCHIVED')} isPending={edit.isRunning}>
              {text('changes.archive')}
            </Button>
          )}
          {permissions.edit && status === 'ARCHIVED' && (
            <Button onPress={() => setStatus('OPEN')} isPending={edit.isRunning}>
              {text('changes.reopen')}
            </Button>
          )}
          {permissions.edit && isActive && request.isOutdated && (
            <Button onPress={() => update.run({ id, changes })} isPending={update.isRunning}>
              {text('changes.update')}
            </Button>
          )}
          {permissions.merge && isActive && (
            <Button
              kind="main"
              onPress={() => merge.run({ id })}
              isPending={merge.isRunning}
              isDisabled={request.allConflicts.length > 0}
            >
              {text('changes.merge')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.about}>
        <StatusBadge status={status} />
        <span>
          {text('changes.number', { number: request.number })}
          {request.createdBy && ` · ${request.createdBy.displayName}`} · <Ago at={request.createdAt} />
        </span>
        {isActive && request.isOutdated && <span>{text('changes.outdated')}</span>}
      </div>
      {request.description && <p className={styles.description}>{request.description}</p>}
      {status === 'MERGED' && (
        <MergeResult space={within.id} revision={request.revisionMergedId} by={request.mergedBy} />
      )}
      <Conflicts
        id={id}
        changes={changes}
        conflicts={request.allConflicts}
        canDecide={permissions.edit && isActive}
      />
      <div className={styles.columns}>
        <Changes
          connection={data.changeRequest.changes}
          hrefOf={(page) => paths.changeRequestEditor(within.id, request.number, page)}
          canEdit={permissions.edit && isActive}
          onMore={() => setChanges(changes + step)}
        />
        <ReviewPanel
          id={id}
          reviews={request.reviews.nodes}
          requested={request.requestedReviewers.nodes.map(({ user }) => user)}
          canReview={permissions.review && isActive}
        />
      </div>
      {isEditing && <EditDialog id={id} subject={request.subject} onClose={() => setEditing(false)} />}
    </Frame>
  )
}
