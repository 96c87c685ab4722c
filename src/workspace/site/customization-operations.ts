import { graphql } from '../../generated/workspace-operations/gql.ts'

export const CustomizationOfSite = graphql(`
  fragment CustomizationOfSite on Site {
    id
    customization {
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
