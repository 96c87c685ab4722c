import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { Frame } from '../app/frame.tsx'
import { useGo } from '../app/navigation.ts'
import { useScreen } from '../app/use-screen.ts'
import type { ContentDialog } from '../home/content-dialogs.tsx'
import { ContentPart, CreateButtons } from '../home/content-part.tsx'
import { ContentOfTree, mayAdminister, type TreeItem, TreeOfCollection } from '../home/content-tree.ts'
import { ItemMenu } from '../home/item-menu.tsx'
import { useContentActions } from '../home/use-content-actions.ts'
import { Waiting } from '../parts/waiting.tsx'
import styles from './collection-screen.module.css'

const CollectionQuery = graphql(`
  query CollectionScreen($collection: ID!) {
    viewer { id ...ViewerOfFrame }
    collection(id: $collection) {
      id
      title
      description
      parentId
      permissions { create }
      parent { id title parent { id title parent { id title } } }
      organization { id title permissions { admin } ...OrganizationOfFrame }
      ...ContentOfTree
      ...TreeOfCollection
    }
  }
`)

export function CollectionScreen({ collection: id }: { readonly collection: string }) {
  const { data, fault, refresh } = useScreen(CollectionQuery, { collection: id })
  const [dialog, setDialog] = useState<ContentDialog>()
  const go = useGo()
  const collection = data?.collection
  const organizationId = collection?.organization.id ?? ''
  const actions = useContentActions({ organization: organizationId })
  if (!data || !collection) return <Waiting fault={fault} onRetry={refresh} />
  const { organization, title, description, parentId, permissions } = collection
  const contents = unmask(TreeOfCollection, collection).allContents
  const item: TreeItem = { id, content: unmask(ContentOfTree, collection), children: [] }
  const above = parentId === null ? paths.organization(organization.id) : paths.collection(parentId)
  const tools = {
    actions: {
      ...actions,
      remove: async (removed: TreeItem) => {
        const isRemoved = await actions.remove(removed)
        if (isRemoved) go(above)
        return isRemoved
      },
    },
    onDialog: setDialog,
    mayTransfer: organization.permissions.admin,
  }
  return (
    <Frame
      viewer={data.viewer}
      organization={organization}
      title={title}
      breadcrumbs={[
        { title: organization.title, href: paths.organization(organization.id) },
        ...collectionsAbove(collection).map((above) => ({
          title: above.title,
          href: paths.collection(above.id),
        })),
      ]}
      actions={
        <>
          {permissions.create && contents.nodes.length > 0 && (
            <CreateButtons parent={id} onDialog={setDialog} />
          )}
          {mayAdminister(item) && <ItemMenu item={item} tools={tools} />}
        </>
      }
    >
      {description && <p className={styles.description}>{description}</p>}
      <ContentPart
        place={{ organization: organization.id, collection: id }}
        contents={contents}
        mayCreate={permissions.create}
        mayTransfer={organization.permissions.admin}
        dialog={dialog}
        onDialog={setDialog}
      />
    </Frame>
  )
}

interface Above {
  readonly id: string
  readonly title: string
  readonly parent?: Above | null
}

/** Returns the collections around one, outermost first. */
const collectionsAbove = ({ parent }: Above): readonly Above[] =>
  parent ? [...collectionsAbove(parent), parent] : []
