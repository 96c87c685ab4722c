import pullRequest from 'icon:code-pull-request'
import { Link } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { SpaceFields } from '../custom-fields/space-fields.tsx'
import { ImportButton } from '../import/import-button.tsx'
import { ProposeButton } from '../page/propose-button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Icon } from '../parts/icon.tsx'
import listStyles from '../parts/list.module.css'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { RevisionRow } from '../revision/revision-row.tsx'
import { SpaceFrame } from './space-frame.tsx'
import { SpaceMenu } from './space-menu.tsx'
import styles from './space-screen.module.css'

const SpaceQuery = graphql(`
  query SpaceScreen($space: ID!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      title
      editMode
      organizationId
      permissions { edit }
      changeRequests(first: 10) {
        totalCount
        nodes { id number subject status updatedAt createdBy { id displayName } }
      }
      revisions(first: 10) { nodes { id ...RevisionOfList } }
      ...SpaceOfFrame
      ...CustomFieldsOfSpace
    }
  }
`)

/** A space: its pages, its change requests, and what was changed last. */
export function SpaceScreen({ space: id }: { readonly space: string }) {
  const { data, fault, refresh } = useScreen(SpaceQuery, { space: id })
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { changeRequests, revisions } = space
  return (
    <SpaceFrame
      viewer={data.viewer}
      space={space}
      actions={
        <>
          {space.permissions.edit && space.editMode !== 'LOCKED' && (
            <ImportButton organization={space.organizationId} space={space} />
          )}
          {space.permissions.edit && <ProposeButton space={id} isMain />}
          <SpaceMenu space={id} />
        </>
      }
    >
      <SpaceFields space={space} />
      <div className={styles.columns}>
        <section>
          <h2>{text('space.changeRequests')}</h2>
          {changeRequests.nodes.length === 0 ? (
            <EmptyState title={text('space.noChangeRequests')} hint={text('space.changeRequestsHint')} />
          ) : (
            <ul className={`${listStyles.list} ${styles.list}`}>
              {changeRequests.nodes.map(({ id: changeRequest, number, subject, updatedAt, createdBy }) => (
                <li key={changeRequest}>
                  <Icon shape={pullRequest} />
                  <Link href={paths.changeRequest(id, number)} className={styles.link as string}>
                    {subject || text('space.withoutSubject')}
                  </Link>
                  <span>
                    #{number} · {createdBy && `${createdBy.displayName} · `}
                    <Ago at={updatedAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h2>{text('space.revisions')}</h2>
          <ul className={listStyles.list}>
            {revisions.nodes.map((revision) => (
              <RevisionRow key={revision.id} space={id} revision={revision} />
            ))}
          </ul>
        </section>
      </div>
    </SpaceFrame>
  )
}
