import rotate from 'icon:clock-rotate-left'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import type { DiffLayout } from '../diff/change.ts'
import { Changes } from '../diff/changes.tsx'
import { Button } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SpaceSide } from '../space/space-side.tsx'
import styles from './revision-screen.module.css'
import { titleOfRevision } from './revision-title.ts'

const RevisionQuery = graphql(`
  query RevisionScreen($space: ID!, $revision: ID!, $changes: Int!, $rendered: Boolean!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      title
      revisionId
      editMode
      permissions { edit }
      organization { id title ...OrganizationOfFrame }
      ...SideOfSpace
    }
    revision(spaceId: $space, id: $revision) {
      id
      type
      createdAt
      createdBy { id displayName photoURL }
      mergedFrom { id number subject }
      git { message url }
      changes(first: $changes) { ...ShownChanges }
    }
  }
`)

const RestoreDialog = onDemand(() => import('./restore-dialog.tsx'), 'RestoreDialog')

const step = 50

interface Props {
  readonly space: string
  readonly revision: string
}

/** A revision: what it changed, and the way back to it. */
export function RevisionScreen({ space: spaceId, revision: revisionId }: Props) {
  const [changes, setChanges] = useState(step)
  const [layout, setLayout] = useState<DiffLayout>('inline')
  const [isRestoring, setRestoring] = useState(false)
  const { data, fault, refresh } = useScreen(RevisionQuery, {
    space: spaceId,
    revision: revisionId,
    changes,
    rendered: layout === 'rendered',
  })
  if (!data?.space || !data.revision) return <Waiting fault={fault} onRetry={refresh} />
  const { space, revision } = data
  const { createdBy, mergedFrom, git } = revision
  const isCurrent = space.revisionId === revision.id
  const mayRestore = space.permissions.edit && space.editMode === 'LIVE' && !isCurrent
  return (
    <Frame
      viewer={data.viewer}
      organization={space.organization}
      title={titleOfRevision(revision)}
      breadcrumbs={[
        { title: space.organization.title, href: paths.organization(space.organization.id) },
        { title: space.title, href: paths.space(spaceId) },
        { title: text('space.part.revisions'), href: paths.spacePart(spaceId, 'revisions') },
      ]}
      side={<SpaceSide space={space} />}
      actions={
        mayRestore && (
          <Button icon={rotate} onPress={() => setRestoring(true)}>
            {text('revision.restore')}
          </Button>
        )
      }
    >
      <div className={styles.about}>
        {createdBy && <Avatar person={createdBy} />}
        <span>
          {createdBy?.displayName ?? text('revision.somebody')} · <Ago at={revision.createdAt} />
        </span>
        {isCurrent && <span className={styles.current}>{text('revision.current')}</span>}
        {mergedFrom && (
          <Link href={paths.changeRequest(spaceId, mergedFrom.number)}>
            {text('revision.changeRequest', { number: mergedFrom.number })}
          </Link>
        )}
        {git?.url && (
          <a href={git.url} target="_blank" rel="noreferrer">
            {text('revision.commit')}
          </a>
        )}
      </div>
      <Changes
        connection={revision.changes}
        layout={layout}
        onLayout={setLayout}
        hrefOf={(page) => paths.page(spaceId, page)}
        onMore={() => setChanges(changes + step)}
      />
      {isRestoring && (
        <RestoreDialog
          space={spaceId}
          revision={revisionId}
          current={space.revisionId}
          onClose={() => setRestoring(false)}
        />
      )}
    </Frame>
  )
}
