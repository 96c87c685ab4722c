import pen from 'icon:pen'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { Waiting } from '../parts/waiting.tsx'
import { SpaceFrame } from '../space/space-frame.tsx'
import styles from './links-screen.module.css'

const LinksQuery = graphql(`
  query LinksScreen($space: ID!, $first: Int!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      editMode
      permissions { edit }
      ...SpaceOfFrame
      links(first: $first, status: BROKEN) {
        totalCount
        pageInfo { hasNextPage }
        nodes {
          relation
          locationReferences {
            page { __typename id pageId title ancestors { id title } }
            internalLocation { anchor }
          }
        }
      }
    }
  }
`)

const step = 50

/** The links of a space that lead nowhere, with the pages in which they are. */
export function LinksScreen({ space: id }: { readonly space: string }) {
  const [first, setFirst] = useState(step)
  const { data, fault, refresh } = useScreen(LinksQuery, { space: id, first })
  const go = useGo()
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { nodes, pageInfo, totalCount } = space.links
  const mayEdit = space.permissions.edit && space.editMode === 'LIVE'
  const places = nodes.flatMap(({ relation, locationReferences }) =>
    locationReferences.map((place) => ({ ...place, relation })),
  )
  return (
    <SpaceFrame viewer={data.viewer} space={space} part="links">
      {totalCount === 0 ? (
        <EmptyState title={text('links.none')} hint={text('links.noneHint')} />
      ) : (
        <>
          <p className={styles.hint}>{text('links.count', { count: totalCount })}</p>
          <ul className={listStyles.list}>
            {places.map(({ page, internalLocation, relation }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a section can have several such links, which have no name.
              <li key={`${page.id}-${internalLocation?.anchor}-${index}`} className={styles.row}>
                <div className={styles.what}>
                  <Link href={paths.page(id, page.pageId)} className={listStyles.link as string}>
                    {page.title}
                  </Link>
                  <div className={listStyles.note}>
                    {[
                      ...page.ancestors.map(({ title }) => title),
                      text(relation === 'DEPENDS_ON' ? 'links.embedded' : 'links.linked'),
                      ...(internalLocation ? [`§ ${internalLocation.anchor}`] : []),
                    ].join(' · ')}
                  </div>
                </div>
                {mayEdit && page.__typename === 'DocumentPage' && (
                  <Button
                    icon={pen}
                    aria-label={text('links.editPage', { title: page.title })}
                    onPress={() => go(paths.editor(id, page.pageId))}
                  >
                    {text('page.edit')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {pageInfo.hasNextPage && (
        <Button kind="quiet" onPress={() => setFirst(first + step)}>
          {text('changes.more')}
        </Button>
      )}
    </SpaceFrame>
  )
}
