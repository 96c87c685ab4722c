import { graphql } from '../../generated/workspace-operations/gql.ts'

export const TranslationsQuery = graphql(`
  query TranslationsScreen($organization: ID!, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { createContent }
      ...OrganizationOfFrame
      ...TranslationsOfOrganization
      ...GlossaryOfOrganization
    }
  }
`)

export const TranslationsOfOrganization = graphql(`
  fragment TranslationsOfOrganization on Organization {
    id
    translations(first: 100) {
      totalCount
      nodes { id ...TranslationSettingsOfList }
    }
  }
`)

export const TranslationSettingsOfList = graphql(`
  fragment TranslationSettingsOfList on TranslationSettings {
    id
    title
    languages
    permissions { edit }
  }
`)

export const GlossaryOfOrganization = graphql(`
  fragment GlossaryOfOrganization on Organization {
    id
    glossaryEntries(first: 100, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id ...TermOfGlossary }
    }
  }
`)

export const TermOfGlossary = graphql(`
  fragment TermOfGlossary on GlossaryEntry { id translations { language text } }
`)

export const CreateTranslations = graphql(`
  mutation CreateTranslations($organization: ID!, $input: TranslationSettingsInput!) {
    createTranslationSettings(organizationId: $organization, input: $input) {
      translationSettings { id ...TranslationSettingsOfList }
      query { organization(id: $organization) { id ...TranslationsOfOrganization } }
    }
  }
`)

export const UpdateTranslations = graphql(`
  mutation UpdateTranslations($settings: ID!, $input: TranslationSettingsInput!) {
    updateTranslationSettings(translationSettingsId: $settings, input: $input) {
      translationSettings { id ...TranslationSettingsOfList }
    }
  }
`)

export const DeleteTranslations = graphql(`
  mutation DeleteTranslations($settings: ID!) {
    deleteTranslationSettings(translationSettingsId: $settings) {
      deletedTranslationSettingsId
      organization { id ...TranslationsOfOrganization }
    }
  }
`)

export const ChangeGlossary = graphql(`
  mutation ChangeGlossary($organization: ID!, $operations: [GlossaryOperationInput!]!, $after: String) {
    updateGlossary(organizationId: $organization, operations: $operations) {
      glossaryEntries { id ...TermOfGlossary }
      deletedGlossaryEntryIds
      organization { id ...GlossaryOfOrganization }
    }
  }
`)
