import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { Frame } from '../app/frame.tsx'
import { useScreen } from '../app/use-screen.ts'
import { Waiting } from '../parts/waiting.tsx'
import { ContentPart, CreateButtons } from './content-part.tsx'
import { TreeOfHome } from './content-tree.ts'
import styles from './home-screen.module.css'
import { hasLists, ListsOfHome } from './lists-of-home.tsx'
import { SitesOfHome } from './sites-of-home.tsx'
import { useContentDialog } from './use-content-dialog.ts'

const HomeQuery = graphql(`
  query HomeScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      title
      permissions { admin createContent }
      ...OrganizationOfFrame
      ...TreeOfHome
      ...SitesOfHome
      ...ListsOfHome
    }
  }
`)

/** The content of an organization as a tree, its sites, and what of it concerns the viewer. */
export function HomeScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(HomeQuery, { organization })
  const [dialog, setDialog] = useContentDialog()
  const contents = unmask(TreeOfHome, data?.organization)?.contents
  if (!data?.organization || !contents) return <Waiting fault={fault} onRetry={refresh} />
  const { title, permissions } = data.organization
  return (
    <Frame
      viewer={data.viewer}
      organization={data.organization}
      title={title}
      actions={
        permissions.createContent &&
        contents.nodes.length > 0 && <CreateButtons parent={null} onDialog={setDialog} />
      }
    >
      <div className={styles.columns} data-aside={hasLists(data.organization) || undefined}>
        <div>
          <ContentPart
            place={{ organization }}
            contents={contents}
            mayCreate={permissions.createContent}
            mayTransfer={permissions.admin}
            dialog={dialog}
            onDialog={setDialog}
          />
          <SitesOfHome organization={data.organization} />
        </div>
        <ListsOfHome organization={data.organization} />
      </div>
    </Frame>
  )
}
