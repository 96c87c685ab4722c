import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { useScreen } from '../app/use-screen.ts'
import { ShareLinksOfSite, VisitorSignIn } from './access-operations.ts'
import { ShareLinks } from './share-links.tsx'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'
import { VisibilityForm } from './visibility-form.tsx'
import { VisitorSignInForm } from './visitor-sign-in-form.tsx'

const AccessQuery = graphql(`
  query SiteAccess($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) {
      id
      visibility
      isPublished
      ...SiteOfFrame
      ...ShareLinksOfSite
      ...VisitorSignIn
    }
  }
`)

/** Shows who may visit a site: everybody, who has a link, or whom an application signs in. */
export function AccessPart(address: SitePartProps) {
  const { data, fault, refresh } = useScreen(AccessQuery, { ...address })
  const site = data?.site
  const links = unmask(ShareLinksOfSite, site)?.shareLinks
  const signIn = unmask(VisitorSignIn, site)?.publishingAuth
  return (
    <SiteFrame {...address} part="access" data={data} fault={fault} onRetry={refresh}>
      {site && (
        <>
          <VisibilityForm key={site.visibility} site={site.id} current={site.visibility} />
          {links && <ShareLinks site={site.id} links={links} isUsed={site.visibility === 'SHARE_LINK'} />}
          {signIn && <VisitorSignInForm site={site.id} current={signIn} />}
        </>
      )}
    </SiteFrame>
  )
}
