import pen from 'icon:pen'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ProposedPageScreenQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import commentStyles from '../comments/comments.module.css'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { CommentsOfChangeRequest } from './comments-data.ts'
import styles from './proposed-page.module.css'
import { StatusBadge } from './status-badge.tsx'
import { ProposalWriter, useDiscussion } from './use-discussion.tsx'

const ProposedPageQuery = graphql(`
  query ProposedPageScreen($space: ID!, $changeRequest: ID!, $page: ID!) {
    viewer { id ...ViewerOfFrame }
    changeRequest(spaceId: $space, id: $changeRequest) {
      id
      number
      subject
      status
      ...CommentsOfChangeRequest
      space {
        id
        title
        permissions { comment edit }
        organization { id ...OrganizationOfFrame }
      }
    }
    page(spaceId: $space, changeRequestId: $changeRequest, pageId: $page) {
      __typename
      id
      pageId
      title
      description
      ancestors { id pageId title }
      ... on DocumentPage { rendered { html } }
    }
  }
`)

interface Props {
  readonly space: string
  readonly number: string
  readonly page: string
}

/** A page as a change request proposes it, with the comments on it. */
export function ProposedPageScreen({ space, number, page }: Props) {
  const { data, fault, refresh } = useScreen(ProposedPageQuery, { space, changeRequest: number, page })
  if (!data?.changeRequest) return data && !fault ? <NotFound /> : <Waiting fault={fault} onRetry={refresh} />
  return <LoadedPage {...data} changeRequest={data.changeRequest} />
}

interface LoadedProps extends Pick<ProposedPageScreenQuery, 'viewer' | 'page'> {
  readonly changeRequest: NonNullable<ProposedPageScreenQuery['changeRequest']>
}

function LoadedPage({ viewer, changeRequest, page }: LoadedProps) {
  const go = useGo()
  const { space, number, status, subject } = changeRequest
  const { permissions } = space
  const { id } = unmask(CommentsOfChangeRequest, changeRequest)
  const { discussion } = useDiscussion(space.id, changeRequest, permissions.comment)
  const isActive = status === 'OPEN' || status === 'DRAFT'
  const threads = page ? discussion.threadsOf(page.pageId) : []
  const path = (pageId: string) => paths.changeRequestPage(space.id, number, pageId)
  return (
    <Frame
      viewer={viewer}
      organization={space.organization}
      title={page?.title ?? text('changes.pageGone')}
      breadcrumbs={[
        { title: space.title, href: paths.space(space.id) },
        {
          title: `#${number} ${subject || text('changes.untitled')}`,
          href: paths.changeRequest(space.id, number),
        },
        ...(page?.ancestors ?? []).map(({ pageId, title }) => ({ title, href: path(pageId) })),
      ]}
      actions={
        <>
          <Button onPress={() => go(paths.changeRequest(space.id, number))}>{text('changes.show')}</Button>
          {permissions.edit && isActive && page?.__typename === 'DocumentPage' && (
            <Button
              kind="main"
              icon={pen}
              onPress={() => go(paths.changeRequestEditor(space.id, number, page.pageId))}
            >
              {text('page.edit')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.about}>
        <StatusBadge status={status} /> {text('changes.pageIn', { number })}
      </p>
      {page ? (
        <div className={styles.columns}>
          <div className={styles.body}>
            {page.description && <p className={styles.description}>{page.description}</p>}
            {page.__typename === 'DocumentPage' ? (
              <PreviewFrame html={page.rendered.html} title={page.title} isWhole onNavigate={go} />
            ) : (
              <p className={styles.description}>{text('page.noBody')}</p>
            )}
          </div>
          <aside className={commentStyles.comments} aria-label={text('comment.comments')}>
            <h2>{text('comment.count', { count: threads.length })}</h2>
            {threads.length > 0 && (
              <ul className={commentStyles.list}>
                {threads.map((thread) => (
                  <li key={thread.id}>{thread.show(false)}</li>
                ))}
              </ul>
            )}
            {permissions.comment && <ProposalWriter space={space.id} id={id} page={page.pageId} />}
          </aside>
        </div>
      ) : (
        <EmptyState title={text('changes.pageGone')} hint={text('changes.pageGoneHint')} />
      )}
    </Frame>
  )
}
