import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { useScreen } from '../app/use-screen.ts'
import { DomainsOfSite } from './domains-operations.ts'
import { HostnameForm } from './hostname-form.tsx'
import { ProxyForm } from './proxy-form.tsx'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'

const DomainsQuery = graphql(`
  query SiteDomains($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) { id ...SiteOfFrame ...DomainsOfSite }
  }
`)

/** The host name of a site, or its place on the host of another server, with the proof that the name is one's own. */
export function DomainsPart(address: SitePartProps) {
  const { data, fault, refresh } = useScreen(DomainsQuery, { ...address })
  const site = unmask(DomainsOfSite, data?.site)
  return (
    <SiteFrame {...address} part="domains" data={data} fault={fault} onRetry={refresh}>
      {site && (
        <>
          <HostnameForm key={`hostname ${site.hostname}`} site={site} />
          <ProxyForm key={`proxy ${site.proxy?.origin}`} site={site} />
        </>
      )}
    </SiteFrame>
  )
}
