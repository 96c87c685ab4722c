import { graphql } from '../../generated/workspace-operations/gql.ts'

export const RedirectOfList = graphql(`
  fragment RedirectOfList on SiteRedirect {
    id
    source
    isPermanent
    isDraft
    includesCapturedPath
    destination {
      kind
      url
      pageId
      page { id title ... on ParentPage { path } }
      siteSpaceId
      siteSpace { ...PlaceOfSpace }
      siteSectionId
      siteSection { id title path isDefault }
    }
  }
`)

/** The place of a space on the site, which tells its address. */
export const PlaceOfSpace = graphql(`
  fragment PlaceOfSpace on SiteSpace {
    id
    title
    path
    isDefault
    spaceId
    section { id title path isDefault }
  }
`)

/** The list as the screen shows it. A change answers with it, so that no second request is needed. */
export const RedirectsOfSite = graphql(`
  fragment RedirectsOfSite on Site {
    id
    redirects(first: $first, search: $search, orderBy: { field: SOURCE }) {
      totalCount
      pageInfo { hasNextPage }
      nodes { ...RedirectOfList }
    }
  }
`)

export const CreateRedirect = graphql(`
  mutation CreateRedirect($site: ID!, $input: CreateSiteRedirectInput!, $first: Int!, $search: String) {
    createSiteRedirect(siteId: $site, input: $input) { query { site(id: $site) { ...RedirectsOfSite } } }
  }
`)

export const UpdateRedirect = graphql(`
  mutation UpdateRedirect($site: ID!, $id: ID!, $input: UpdateSiteRedirectInput!) {
    updateSiteRedirect(siteId: $site, siteRedirectId: $id, input: $input) { siteRedirect { ...RedirectOfList } }
  }
`)

export const DeleteRedirect = graphql(`
  mutation DeleteRedirect($site: ID!, $id: ID!, $first: Int!, $search: String) {
    deleteSiteRedirect(siteId: $site, siteRedirectId: $id) { query { site(id: $site) { ...RedirectsOfSite } } }
  }
`)

export const ImportRedirects = graphql(`
  mutation ImportRedirects($site: ID!, $redirects: [UpsertSiteRedirectInput!]!, $first: Int!, $search: String) {
    upsertSiteRedirects(siteId: $site, redirects: $redirects) {
      siteRedirectResults { source status error }
      query { site(id: $site) { ...RedirectsOfSite } }
    }
  }
`)

/** The spaces of a site, which a destination is chosen from. */
export const PlacesOfSite = graphql(`
  query PlacesOfSite($site: ID!) {
    site(id: $site) { id siteSpaces(first: 1000) { nodes { ...PlaceOfSpace } } }
  }
`)

export const RedirectsToExport = graphql(`
  query RedirectsToExport($site: ID!, $after: String) {
    site(id: $site) {
      id
      redirects(first: 1000, after: $after, orderBy: { field: SOURCE }) {
        pageInfo { hasNextPage endCursor }
        nodes { ...RedirectOfList }
      }
    }
  }
`)
