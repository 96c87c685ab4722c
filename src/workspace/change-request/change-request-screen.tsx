import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { ChangeRequestScreenQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import type { DiffLayout } from '../diff/change.ts'
import { Changes } from '../diff/changes.tsx'
import { Button } from '../parts/button.tsx'
import { Prose } from '../parts/prose.tsx'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import styles from './change-request.module.css'
import { ChangeRequestActions } from './change-request-actions.tsx'
import { ChangeRequestQuery, type ChangesShown, ShownChangeRequest } from './change-request-data.ts'
import { Conflicts } from './conflicts.tsx'
import { Conversation } from './conversation.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MergeResult } from './merge-result.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useDiscussion } from './use-discussion.tsx'

const step = 50

/** A change request: what it changes, what was said about it, and its way into the space. */
export function ChangeRequestScreen({ space, number }: { readonly space: string; readonly number: string }) {
  const [changes, setChanges] = useState(step)
  const [layout, setLayout] = useState<DiffLayout>('inline')
  const shown = { changes, rendered: layout === 'rendered' }
  const { data, fault, refresh } = useScreen(ChangeRequestQuery, { space, changeRequest: number, ...shown })
  if (!data?.changeRequest) return <Waiting fault={fault} onRetry={refresh} />
  return (
    <LoadedScreen
      viewer={data.viewer}
      changeRequest={data.changeRequest}
      shown={shown}
      layout={layout}
      onLayout={setLayout}
      onMore={() => setChanges(changes + step)}
    />
  )
}

interface LoadedProps {
  readonly viewer: ChangeRequestScreenQuery['viewer']
  readonly changeRequest: NonNullable<ChangeRequestScreenQuery['changeRequest']>
  readonly shown: ChangesShown
  readonly layout: DiffLayout
  readonly onLayout: (layout: DiffLayout) => void
  readonly onMore: () => void
}

function LoadedScreen({ viewer, changeRequest, shown, layout, onLayout, onMore }: LoadedProps) {
  const [isEditing, setEditing] = useState(false)
  const request = unmask(ShownChangeRequest, changeRequest)
  const { space } = changeRequest
  const { permissions } = space
  const { id, status } = request
  const isActive = status === 'OPEN' || status === 'DRAFT'
  const { general, discussion } = useDiscussion(space.id, changeRequest, permissions.comment)
  return (
    <Frame
      viewer={viewer}
      organization={space.organization}
      title={request.subject || text('changes.untitled')}
      breadcrumbs={[{ title: space.title, href: paths.space(space.id) }]}
      actions={
        <ChangeRequestActions
          request={request}
          shown={shown}
          permissions={permissions}
          onEdit={() => setEditing(true)}
        />
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
      {status === 'MERGED' && (
        <MergeResult
          space={space.id}
          revision={request.revisionMergedId}
          by={request.mergedBy}
          at={request.mergedAt}
          changes={changeRequest.changes}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {request.descriptionHtml !== null ? (
            <div className={styles.description}>
              <Prose html={request.descriptionHtml} />
            </div>
          ) : (
            permissions.edit &&
            isActive && (
              <Button kind="quiet" onPress={() => setEditing(true)}>
                {text('changes.addDescription')}
              </Button>
            )
          )}
          <Conflicts
            id={id}
            shown={shown}
            conflicts={request.allConflicts}
            canDecide={permissions.edit && isActive}
          />
          <Changes
            connection={changeRequest.changes}
            layout={layout}
            onLayout={onLayout}
            hrefOf={(page) => paths.changeRequestPage(space.id, request.number, page)}
            editorOf={
              permissions.edit && isActive
                ? (page) => paths.changeRequestEditor(space.id, request.number, page)
                : undefined
            }
            discussion={discussion}
            onMore={onMore}
          />
        </div>
        <aside className={styles.side} aria-label={text('changes.side')}>
          <ReviewPanel
            space={space.id}
            id={id}
            author={request.createdBy?.id}
            viewer={viewer?.id}
            isDraft={status === 'DRAFT'}
            reviews={request.reviews.nodes}
            requested={request.requestedReviewers.nodes.map(({ user }) => user)}
            canReview={permissions.review && isActive}
            canAsk={permissions.edit && isActive}
            canListPeople={space.organization.permissions.listMembers}
          />
          <Conversation space={space.id} id={id} threads={general} mayComment={permissions.comment} />
        </aside>
      </div>
      {isEditing && (
        <EditDialog
          id={id}
          subject={request.subject}
          description={request.description ?? ''}
          onClose={() => setEditing(false)}
        />
      )}
    </Frame>
  )
}
