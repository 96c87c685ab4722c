import folder from 'icon:folder-plus'
import plus from 'icon:plus'
import { lazy, Suspense, useMemo } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { TreeOfHome, treeOf } from './content-tree.ts'
import { ContentTreeView } from './content-tree-view.tsx'
import styles from './home-screen.module.css'
import { hasLists, ListsOfHome } from './lists-of-home.tsx'
import { SitesOfHome } from './sites-of-home.tsx'
import { useContentActions } from './use-content-actions.ts'
import { useContentDialog } from './use-content-dialog.ts'

const HomeQuery = graphql(`
  query HomeScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      title
      permissions { createContent }
      ...OrganizationOfFrame
      ...TreeOfHome
      ...SitesOfHome
      ...ListsOfHome
    }
  }
`)

const ContentDialogs = lazy(async () => ({ default: (await import('./content-dialogs.tsx')).ContentDialogs }))

/** The content of an organization as a tree, and its sites. */
export function HomeScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(HomeQuery, { organization })
  const [dialog, setDialog] = useContentDialog()
  const actions = useContentActions(organization)
  const contents = unmask(TreeOfHome, data?.organization)?.contents
  const tree = useMemo(() => treeOf(contents?.nodes ?? []), [contents])
  if (!data?.organization || !contents) return <Waiting fault={fault} onRetry={refresh} />
  const { title, permissions } = data.organization
  const buttons = permissions.createContent && (
    <>
      <Button icon={folder} onPress={() => setDialog({ kind: 'create collection', parent: null })}>
        {text('home.newCollection')}
      </Button>
      <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'create space', parent: null })}>
        {text('home.newSpace')}
      </Button>
    </>
  )
  return (
    <Frame viewer={data.viewer} organization={data.organization} title={title} actions={buttons}>
      <div className={styles.columns} data-aside={hasLists(data.organization) || undefined}>
        <div>
          {tree.length === 0 ? (
            <EmptyState
              title={text('home.empty')}
              hint={text(permissions.createContent ? 'home.emptyHint' : 'home.emptyForReaders')}
            />
          ) : (
            <ContentTreeView tree={tree} actions={actions} onDialog={setDialog} />
          )}
          {contents.pageInfo.hasNextPage && (
            <p className={styles.note}>
              {text('home.firstOf', { shown: contents.nodes.length, total: contents.totalCount })}
            </p>
          )}
          <SitesOfHome organization={data.organization} />
        </div>
        <ListsOfHome organization={data.organization} />
      </div>
      {dialog && (
        <Suspense>
          <ContentDialogs
            dialog={dialog}
            organization={organization}
            tree={tree}
            actions={actions}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </Frame>
  )
}
