import { graphql } from '../../generated/workspace-operations/gql.ts'

export const DomainsOfSite = graphql(`
  fragment DomainsOfSite on Site {
    id
    hostname
    isHostnameProven
    hostnameProof { recordName recordValue }
    proxy { origin target isProven proof { recordName recordValue } }
    urls { published }
  }
`)

/** Setting a name, also the one that is set, looks up its record. */
export const SetDomain = graphql(`
  mutation SetDomain($site: ID!, $input: UpdateSiteInput!) {
    updateSite(siteId: $site, input: $input) { site { ...DomainsOfSite } }
  }
`)
