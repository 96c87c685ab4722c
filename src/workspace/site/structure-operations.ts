import { graphql } from '../../generated/workspace-operations/gql.ts'

/** Each answers with the structure after it, so that no second request is needed. */
export const MoveItem = graphql(`
  mutation MoveItemOfSite($site: ID!, $input: MoveSiteStructureItemInput!) {
    moveSiteStructureItem(siteId: $site, input: $input) { query { site(id: $site) { id ...StructureOfSite } } }
  }
`)

export const ChooseDefault = graphql(`
  mutation ChooseDefaultOfSite($site: ID!, $input: UpdateSiteInput!) {
    updateSite(siteId: $site, input: $input) { site { id ...StructureOfSite } }
  }
`)

export const CreateSection = graphql(`
  mutation CreateSection($site: ID!, $input: CreateSiteSectionInput!) {
    createSiteSection(siteId: $site, input: $input) {
      query { site(id: $site) { id siteSpaceCount ...StructureOfSite } }
    }
  }
`)

export const CreateVariant = graphql(`
  mutation CreateVariant($site: ID!, $input: CreateSiteSpaceInput!) {
    createSiteSpace(siteId: $site, input: $input) {
      query { site(id: $site) { id siteSpaceCount ...StructureOfSite } }
    }
  }
`)

export const CreateGroup = graphql(`
  mutation CreateGroup($site: ID!, $input: CreateSiteSectionGroupInput!) {
    createSiteSectionGroup(siteId: $site, input: $input) { query { site(id: $site) { id ...StructureOfSite } } }
  }
`)

export const CreateLink = graphql(`
  mutation CreateLink($site: ID!, $input: CreateSiteExternalLinkInput!) {
    createSiteExternalLink(siteId: $site, input: $input) { query { site(id: $site) { id ...StructureOfSite } } }
  }
`)

export const UpdateSection = graphql(`
  mutation UpdateSection($site: ID!, $id: ID!, $input: UpdateSiteSectionInput!) {
    updateSiteSection(siteId: $site, siteSectionId: $id, input: $input) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)

export const UpdateVariant = graphql(`
  mutation UpdateVariant($site: ID!, $id: ID!, $input: UpdateSiteSpaceInput!) {
    updateSiteSpace(siteId: $site, siteSpaceId: $id, input: $input) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)

export const UpdateGroup = graphql(`
  mutation UpdateGroup($site: ID!, $id: ID!, $input: UpdateSiteSectionGroupInput!) {
    updateSiteSectionGroup(siteId: $site, siteSectionGroupId: $id, input: $input) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)

export const UpdateLink = graphql(`
  mutation UpdateLink($site: ID!, $id: ID!, $input: UpdateSiteExternalLinkInput!) {
    updateSiteExternalLink(siteId: $site, siteExternalLinkId: $id, input: $input) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)

export const DeleteSection = graphql(`
  mutation DeleteSection($site: ID!, $id: ID!) {
    deleteSiteSection(siteId: $site, siteSectionId: $id) {
      query { site(id: $site) { id siteSpaceCount ...StructureOfSite } }
    }
  }
`)

export const DeleteVariant = graphql(`
  mutation DeleteVariant($site: ID!, $id: ID!) {
    deleteSiteSpace(siteId: $site, siteSpaceId: $id) {
      query { site(id: $site) { id siteSpaceCount ...StructureOfSite } }
    }
  }
`)

export const DeleteGroup = graphql(`
  mutation DeleteGroup($site: ID!, $id: ID!) {
    deleteSiteSectionGroup(siteId: $site, siteSectionGroupId: $id) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)

export const DeleteLink = graphql(`
  mutation DeleteLink($site: ID!, $id: ID!) {
    deleteSiteExternalLink(siteId: $site, siteExternalLinkId: $id) {
      query { site(id: $site) { id ...StructureOfSite } }
    }
  }
`)
