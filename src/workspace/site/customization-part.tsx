import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { useScreen } from '../app/use-screen.ts'
import { CustomizationEditor } from './customization-editor.tsx'
import { CustomizationOfSite } from './customization-operations.ts'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'

const CustomizationQuery = graphql(`
  query SiteCustomization($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) { id ...SiteOfFrame ...CustomizationOfSite }
  }
`)

/** The look of a site, beside the site as it would be. */
export function CustomizationPart(address: SitePartProps) {
  const { data, fault, refresh } = useScreen(CustomizationQuery, { ...address })
  const site = unmask(CustomizationOfSite, data?.site)
  return (
    <SiteFrame {...address} part="customization" data={data} fault={fault} onRetry={refresh}>
      {site && <CustomizationEditor site={site.id} settings={site.customization} onRefresh={refresh} />}
    </SiteFrame>
  )
}
