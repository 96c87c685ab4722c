import { graphql } from '../../generated/workspace-operations/gql.ts'

export const PublishSite = graphql(`
  mutation PublishSite($site: ID!) {
    publishSite(siteId: $site) { site { id isPublished urls { published } } }
  }
`)

export const UnpublishSite = graphql(`
  mutation UnpublishSite($site: ID!) {
    unpublishSite(siteId: $site) { site { id isPublished urls { published } } }
  }
`)

export const UpdateSite = graphql(`
  mutation UpdateSite($site: ID!, $input: UpdateSiteInput!) {
    updateSite(siteId: $site, input: $input) {
      site { id title basename visibility hostname isHostnameProven proxy { origin isProven target } urls { published } }
    }
  }
`)

export const DeleteSite = graphql(`
  mutation DeleteSite($site: ID!) {
    deleteSite(siteId: $site) { deletedSiteId }
  }
`)

/** The address of a preview is valid for an hour, so it is asked for when somebody wants to see it. */
export const PreviewOfSite = graphql(`
  query PreviewOfSite($site: ID!) {
    site(id: $site) { id preview { url } }
  }
`)
