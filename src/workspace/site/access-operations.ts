import { graphql } from '../../generated/workspace-operations/gql.ts'

export const ShareLinksOfSite = graphql(`
  fragment ShareLinksOfSite on Site {
    id
    shareLinks(first: 100) {
      totalCount
      nodes { ...ShareLinkOfList }
    }
  }
`)

export const ShareLinkOfList = graphql(`
  fragment ShareLinkOfList on ShareLink { id name isActive createdAt urls { published } }
`)

export const VisitorSignIn = graphql(`
  fragment VisitorSignIn on Site {
    id
    publishingAuth { fallbackURL logoutURL }
  }
`)

export const CreateShareLink = graphql(`
  mutation CreateShareLink($site: ID!, $input: CreateShareLinkInput!) {
    createShareLink(siteId: $site, input: $input) {
      shareLink { id urls { published } }
      query { site(id: $site) { ...ShareLinksOfSite } }
    }
  }
`)

export const UpdateShareLink = graphql(`
  mutation UpdateShareLink($site: ID!, $id: ID!, $input: UpdateShareLinkInput!) {
    updateShareLink(siteId: $site, shareLinkId: $id, input: $input) { shareLink { ...ShareLinkOfList } }
  }
`)

export const DeleteShareLink = graphql(`
  mutation DeleteShareLink($site: ID!, $id: ID!) {
    deleteShareLink(siteId: $site, shareLinkId: $id) { query { site(id: $site) { ...ShareLinksOfSite } } }
  }
`)

export const UpdateVisitorSignIn = graphql(`
  mutation UpdateVisitorSignIn($site: ID!, $input: UpdateSitePublishingAuthInput!) {
    updateSitePublishingAuth(siteId: $site, input: $input) { site { ...VisitorSignIn } }
  }
`)

/** The key is secret, so it is read when somebody asks for it. */
export const KeyOfSite = graphql(`
  query KeyOfSite($site: ID!) {
    site(id: $site) { id publishingAuth { privateKey } }
  }
`)

export const ReplaceKeyOfSite = graphql(`
  mutation ReplaceKeyOfSite($site: ID!) {
    regenerateSitePublishingKey(siteId: $site) { publishingAuth { privateKey } }
  }
`)
