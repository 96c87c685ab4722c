import pen from 'icon:pen'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { ShownPageMenu } from '../space/shown-page-menu.tsx'
import { SpaceSide } from '../space/space-side.tsx'
import { Comments, type DiscussedPart } from './comments.tsx'
import { Outline } from './outline.tsx'
import styles from './page-screen.module.css'
import { ProposeButton } from './propose-button.tsx'

const PageQuery = graphql(`
  query PageScreen($space: ID!, $page: ID!, $comments: Int!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      title
      editMode
      permissions { comment edit }
      organization { id title ...OrganizationOfFrame }
      ...SideOfSpace
      ...EditablePages
      ...CommentsOfPage
    }
    page(spaceId: $space, pageId: $page) {
      __typename
      id
      pageId
      title
      description
      ancestors { id pageId title }
      ... on DocumentPage {
        rendered { html outline { anchor title level } }
        links(first: 20, status: BROKEN) { totalCount }
      }
      ... on LinkPage { href }
    }
  }
`)

const commentStep = 50

/** A page as a site shows it, with the comments on it. */
export function PageScreen({
  space: spaceId,
  page: pageId,
}: {
  readonly space: string
  readonly page: string
}) {
  const [comments, setComments] = useState(commentStep)
  const { data, fault, refresh } = useScreen(PageQuery, { space: spaceId, page: pageId, comments })
  const [part, setPart] = useState<DiscussedPart>()
  const [revealed, setRevealed] = useState<{ readonly id: string }>()
  const go = useGo()
  const space = data?.space
  if (!data || !space) return <Waiting fault={fault} onRetry={refresh} />
  const { page } = data
  if (!page) return fault ? <Waiting fault={fault} onRetry={refresh} /> : <NotFound />
  const hasBody = page.__typename === 'DocumentPage'
  const mayEdit = space.permissions.edit && hasBody
  const isLive = space.editMode === 'LIVE'
  return (
    <Frame
      viewer={data.viewer}
      organization={space.organization}
      title={page.title}
      breadcrumbs={[
        { title: space.organization.title, href: paths.organization(space.organization.id) },
        { title: space.title, href: paths.space(spaceId) },
        ...page.ancestors.map(({ pageId: id, title }) => ({ title, href: paths.page(spaceId, id) })),
      ]}
      side={<SpaceSide space={space} currentPage={page.pageId} />}
      actions={
        <>
          {mayEdit && <ProposeButton space={spaceId} page={page.pageId} isMain={!isLive} />}
          {mayEdit && isLive && (
            <Button kind="main" icon={pen} onPress={() => go(paths.editor(spaceId, page.pageId))}>
              {text('page.edit')}
            </Button>
          )}
          <ShownPageMenu space={space} page={page.pageId} />
        </>
      }
    >
      {page.description && <p className={styles.description}>{page.description}</p>}
      <div className={styles.columns}>
        <div className={styles.body}>
          {page.__typename === 'DocumentPage' ? (
            <>
              {page.links.totalCount > 0 && (
                <p className={styles.warning}>
                  <Link href={paths.spacePart(spaceId, 'links')}>
                    {text('page.brokenLinks', { count: page.links.totalCount })}
                  </Link>
                </p>
              )}
              <PreviewFrame
                html={page.rendered.html}
                title={page.title}
                isWhole
                onNavigate={go}
                revealed={revealed}
                {...(space.permissions.comment && {
                  onSelect: ({ heading, text }) => text && setPart({ anchor: heading, text }),
                })}
              />
            </>
          ) : page.__typename === 'LinkPage' && page.href ? (
            <a href={page.href} target="_blank" rel="noreferrer">
              {page.href}
            </a>
          ) : (
            <p className={styles.none}>{text('page.noBody')}</p>
          )}
        </div>
        <div className={styles.beside}>
          {page.__typename === 'DocumentPage' && (
            <Outline headings={page.rendered.outline} onChoose={(id) => setRevealed({ id })} />
          )}
          <Comments
            space={space}
            page={page.pageId}
            shown={comments}
            mayComment={space.permissions.comment}
            part={part}
            onClearPart={() => setPart(undefined)}
            onReveal={(id) => setRevealed({ id })}
            onMore={() => setComments(comments + commentStep)}
          />
        </div>
      </div>
    </Frame>
  )
}
