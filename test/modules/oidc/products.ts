/** A product as the guide on single sign-on says to set it up, and the claims that it sends then. */
export interface Product {
  /** The fields of the provider in Lectern beside issuer, client id and secret. */
  readonly provider: { readonly scopes?: readonly string[]; readonly groupsClaim?: string }
  /** A group of the user, as a mapping names it; null for a product without groups. */
  readonly group: string | null
  readonly claims: (email: string) => Readonly<Record<string, unknown>>
  /** How the product authenticates clients where they exchange a code. */
  readonly tokenAuthentication: readonly string[]
  /** Whether the product has an address at which its own session ends. */
  readonly endsSessions: boolean
}

const byHeaderOrBody = ['client_secret_basic', 'client_secret_post']

const name = 'Ada Lovelace'
const entraGroup = '0f6b7a52-3c0e-4c07-9a3f-0f1d6c1d9a10'

export const products = {
  Keycloak: {
    provider: { groupsClaim: 'groups' },
    group: 'writers',
    tokenAuthentication: ['private_key_jwt', ...byHeaderOrBody],
    endsSessions: true,
    claims: (email) => ({
      name,
      email,
      email_verified: true,
      preferred_username: 'ada',
      groups: ['writers', 'offline_access'],
    }),
  },
  'Keycloak, by roles of the realm': {
    provider: { groupsClaim: 'realm_access.roles' },
    group: 'writer',
    tokenAuthentication: ['private_key_jwt', ...byHeaderOrBody],
    endsSessions: true,
    claims: (email) => ({ name, email, email_verified: true, realm_access: { roles: ['writer'] } }),
  },
  Authentik: {
    provider: { groupsClaim: 'groups' },
    group: 'Docs writers',
    tokenAuthentication: ['client_secret_post', 'client_secret_basic'],
    endsSessions: true,
    claims: (email) => ({ name, email, email_verified: true, groups: ['Docs writers', 'authentik Admins'] }),
  },
  'Microsoft Entra ID': {
    provider: { groupsClaim: 'groups' },
    group: entraGroup,
    tokenAuthentication: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    endsSessions: true,
    claims: (email) => ({
      name,
      email,
      preferred_username: email,
      oid: '4f9f1d2e-1111-4222-8333-444455556666',
      tid: '11111111-2222-4333-8444-555555555555',
      groups: [entraGroup],
    }),
  },
  Google: {
    provider: {},
    group: null,
    tokenAuthentication: ['client_secret_post', 'client_secret_basic'],
    endsSessions: false,
    claims: (email) => ({ name, email, email_verified: true, hd: 'example.test' }),
  },
  'GitHub through Dex': {
    provider: { scopes: ['openid', 'profile', 'email', 'groups'], groupsClaim: 'groups' },
    group: 'acme:docs',
    tokenAuthentication: byHeaderOrBody,
    endsSessions: false,
    claims: (email) => ({
      name,
      email,
      email_verified: true,
      preferred_username: 'ada',
      groups: ['acme:docs', 'acme:everyone'],
    }),
  },
} as const satisfies Record<string, Product>
