import { graphql } from '../../generated/workspace-operations/gql.ts'

export const SignInQuery = graphql(`
  query SignInScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      ...OrganizationOfFrame
      ...SignIn
    }
  }
`)

export const SignIn = graphql(`
  fragment SignIn on Organization {
    id
    requiresSSO
    samlProviders(first: 100) { nodes { id ...SamlProvider } }
    oidcProviders(first: 100) { nodes { id ...OidcProvider } }
  }
`)

export const SamlProvider = graphql(`
  fragment SamlProvider on SamlProvider {
    __typename
    id
    label
    status
    entityID
    ssoURL
    singleLogoutURL
    certificate
    defaultRole
    defaultTeam { id title }
    service { acsURL entityID logoutURL startURL }
  }
`)

export const OidcProvider = graphql(`
  fragment OidcProvider on OidcProvider {
    __typename
    id
    label
    status
    issuer
    clientId
    scopes
    groupsClaim
    groupMappings { group role team { id title } }
    defaultRole
    defaultTeam { id title }
    service { redirectURL backchannelLogoutURL startURL }
  }
`)

export const CreateSamlProvider = graphql(`
  mutation CreateSamlProvider($organization: ID!, $input: CreateSamlProviderInput!) {
    createSamlProvider(organizationId: $organization, input: $input) { organization { id ...SignIn } }
  }
`)

export const UpdateSamlProvider = graphql(`
  mutation UpdateSamlProvider($provider: ID!, $input: UpdateSamlProviderInput!) {
    updateSamlProvider(samlProviderId: $provider, input: $input) { samlProvider { id ...SamlProvider } }
  }
`)

export const DeleteSamlProvider = graphql(`
  mutation DeleteSamlProvider($provider: ID!) {
    deleteSamlProvider(samlProviderId: $provider) { organization { id ...SignIn } }
  }
`)

export const CreateOidcProvider = graphql(`
  mutation CreateOidcProvider($organization: ID!, $input: CreateOidcProviderInput!) {
    createOidcProvider(organizationId: $organization, input: $input) { organization { id ...SignIn } }
  }
`)

export const UpdateOidcProvider = graphql(`
  mutation UpdateOidcProvider($provider: ID!, $input: UpdateOidcProviderInput!) {
    updateOidcProvider(oidcProviderId: $provider, input: $input) { oidcProvider { id ...OidcProvider } }
  }
`)

export const DeleteOidcProvider = graphql(`
  mutation DeleteOidcProvider($provider: ID!) {
    deleteOidcProvider(oidcProviderId: $provider) { organization { id ...SignIn } }
  }
`)

export const RequireSingleSignOn = graphql(`
  mutation RequireSingleSignOn($organization: ID!, $isRequired: Boolean!) {
    updateOrganization(organizationId: $organization, input: { requiresSSO: $isRequired }) {
      organization { id requiresSSO }
    }
  }
`)
