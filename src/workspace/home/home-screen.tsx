import { graphql } from '../../generated/workspace-operations/gql.ts'
import { Frame } from '../app/frame.tsx'
import { useScreen } from '../app/use-screen.ts'
import { Waiting } from '../parts/waiting.tsx'

const HomeQuery = graphql(`
  query HomeScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      title
      ...OrganizationOfFrame
    }
  }
`)

/** The content of an organization. */
export function HomeScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(HomeQuery, { organization })
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  return (
    <Frame viewer={data.viewer} organization={data.organization} title={data.organization.title}>
      {null}
    </Frame>
  )
}
