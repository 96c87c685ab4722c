import pullRequest from 'icon:code-pull-request'
import { Link } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { ProposeButton } from '../page/propose-button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Icon } from '../parts/icon.tsx'
import listStyles from '../parts/list.module.css'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import styles from './space-screen.module.css'
import { SpaceSide } from './space-side.tsx'

const SpaceQuery = graphql(`
  query SpaceScreen($space: ID!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      title
      permissions { edit }
      organization { id title ...OrganizationOfFrame }
      parent { id title }
      changeRequests(first: 10) {
        totalCount
        nodes { id number subject status updatedAt createdBy { id displayName } }
      }
      revisions(first: 10) { nodes { id createdAt mergedFrom { id number subject } } }
      ...SideOfSpace
    }
  }
`)

/** A space: its pages, its change requests, and what was changed last. */
export function SpaceScreen({ space: id }: { readonly space: string }) {
  const { data, fault, refresh } = useScreen(SpaceQuery, { space: id })
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { organization, parent, changeRequests, revisions } = space
  return (
    <Frame
      viewer={data.viewer}
      organization={organization}
      title={space.title}
      breadcrumbs={[
        { title: organization.title, href: paths.organization(organization.id) },
        ...(parent ? [{ title: parent.title, href: paths.collection(parent.id) }] : []),
      ]}
      side={<SpaceSide space={space} />}
      actions={space.permissions.edit && <ProposeButton space={id} isMain />}
    >
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
                    #{number} {createdBy?.displayName} <Ago at={updatedAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h2>{text('space.revisions')}</h2>
          <ul className={`${listStyles.list} ${styles.list}`}>
            {revisions.nodes.map(({ id: revision, createdAt, mergedFrom }) => (
              <li key={revision}>
                <span className={styles.link}>
                  {mergedFrom
                    ? text('space.merged', { number: mergedFrom.number, subject: mergedFrom.subject })
                    : text('space.edited')}
                </span>
                <span>
                  <Ago at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Frame>
  )
}
