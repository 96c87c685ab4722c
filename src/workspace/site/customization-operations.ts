import { graphql } from '../../generated/workspace-operations/gql.ts'

export const CustomizationOfSite = graphql(`
  fragment CustomizationOfSite on Site {
    id
    customization { ...SettingsOfCustomization }
  }
`)

export const CustomizationOfVariant = graphql(`
  fragment CustomizationOfVariant on SiteSpace {
    id
    customization { hasOverrides ...SettingsOfCustomization }
  }
`)

export const SettingsOfCustomization = graphql(`
  fragment SettingsOfCustomization on SiteCustomizationSettings {
    version
    title
    favicon { emoji icon { light dark } }
    styling {
      theme
      primaryColor { light dark }
      tint { color { light dark } }
      infoColor { light dark }
      successColor { light dark }
      warningColor { light dark }
      dangerColor { light dark }
      corners
      depth
      links
      icons
      search
      sidebar { background list }
      font
      headingFont
      monospaceFont
    }
    themes { default toggleable }
    internationalization { locale }
    header {
      preset
      backgroundColor { light dark }
      linkColor { light dark }
      logo { light dark }
      links {
        title
        localizedTitle { language text }
        style
        condition
        to { ...TargetOfLink }
        links { ...LinkOfSite }
      }
    }
    footer {
      copyright
      logo { light dark }
      groups { title localizedTitle { language text } links { ...LinkOfSite } }
    }
    announcement {
      enabled
      message
      localizedMessage { language text }
      style
      link { ...LinkOfSite }
    }
    pagination { enabled }
    feedback { enabled }
    pdf { enabled }
    git { showEditLink }
    pageActions { markdown externalAI }
    externalLinks { target }
    privacyPolicy { url }
    socialPreview { url }
    socialAccounts { platform handle display { header footer } }
    trademark { enabled }
  }

  fragment TargetOfLink on ContentReference {
    kind
    url
    page
    space
    anchor
    file
    collection
    reusableContent
    spec
    user
  }

  fragment LinkOfSite on CustomizationContentLink {
    title
    localizedTitle { language text }
    to { ...TargetOfLink }
  }
`)

export const SaveCustomization = graphql(`
  mutation SaveCustomization($site: ID!, $input: UpdateSiteCustomizationInput!, $version: String) {
    updateSiteCustomization(siteId: $site, input: $input, expectedVersion: $version) {
      site { ...CustomizationOfSite }
    }
  }
`)

export const ResetCustomization = graphql(`
  mutation ResetCustomization($site: ID!) {
    replaceSiteCustomization(siteId: $site, input: { favicon: {} }) { site { ...CustomizationOfSite } }
  }
`)

export const SaveVariantCustomization = graphql(`
  mutation SaveVariantCustomization(
    $site: ID!
    $variant: ID!
    $input: SiteSpaceCustomizationSettingsInput!
    $version: String
  ) {
    updateSiteSpaceCustomization(
      siteId: $site
      siteSpaceId: $variant
      input: $input
      expectedVersion: $version
    ) {
      siteSpace { ...CustomizationOfVariant }
    }
  }
`)

export const ResetVariantCustomization = graphql(`
  mutation ResetVariantCustomization($site: ID!, $variant: ID!) {
    deleteSiteSpaceCustomization(siteId: $site, siteSpaceId: $variant) {
      siteSpace { ...CustomizationOfVariant }
    }
  }
`)

export const UploadImage = graphql(`
  mutation UploadSiteImage($site: ID!, $file: Upload!) {
    uploadSiteImage(siteId: $site, input: { upload: $file }) { siteImage { urls { public } } }
  }
`)

export const FontsOfOrganization = graphql(`
  fragment FontsOfOrganization on Organization {
    id
    permissions { createContent }
    customFonts(first: 100) { nodes { id ...FontToChoose } }
  }
`)

export const FontToChoose = graphql(`
  fragment FontToChoose on CustomFont {
    id
    fontFamily
    fontFaces { weight sources { url format } }
  }
`)

export const AnnounceFont = graphql(`
  mutation AnnounceFont($organization: ID!, $file: StorageFileInput!) {
    createStorageUpload(organizationId: $organization, input: { file: $file, kind: CUSTOMIZATION_FONT }) {
      storageUpload { url key }
    }
  }
`)

export const CreateFont = graphql(`
  mutation CreateFont($organization: ID!, $input: CreateCustomFontInput!) {
    createCustomFont(organizationId: $organization, input: $input) {
      customFont { id ...FontToChoose }
      query { organization(id: $organization) { id ...FontsOfOrganization } }
    }
  }
`)

export const DeleteFont = graphql(`
  mutation DeleteFont($font: ID!) {
    deleteCustomFont(fontId: $font) {
      deletedCustomFontId
      organization { id ...FontsOfOrganization }
    }
  }
`)
