import type { RestAnswer, TestApp, TestClient } from '../../support/app.ts'
import { otherKey, providerWithLogout } from '../../support/factories/identity-providers.ts'
import type { TestUser } from '../../support/factories/organizations.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { type ClientSecrets, startOpenIdProvider } from '../../support/openid-provider.ts'

export interface Person {
  readonly email: string
  readonly displayName: string
}

interface Organization {
  readonly id: string
  readonly admin: TestUser
}

/** The addresses of this server for a provider of either kind. */
interface Service {
  readonly startURL: string
  readonly entityID: string
  readonly redirectURL: string
}

export interface BuiltProvider {
  readonly id: string
  readonly startURL: string
}

/** A change of a provider: to its address, to how its messages are verified, to another, or to one that signs in nobody. */
export type Change = 'disabled' | 'replaced' | 'renamed' | 'reconfigured' | 'restored'

export interface Refusal {
  readonly status: number
  readonly reason?: unknown
}

/** A running provider of a kind, with what the policy that all kinds share can tell of it. */
export interface RunningKind {
  readonly type: 'SamlProvider' | 'OidcProvider'
  /** The address of a provider that does not exist. */
  readonly unknownURL: string
  /** Returns whether the provider has a session of the person. */
  isSignedIn(person: Person): boolean
  /** The address at the provider that ends the session of a browser there. */
  signOutURL(provider: BuiltProvider): string
  /** Makes somebody the user of the sign-ins that begin. */
  signInAs(person: Person): void
  build(organization: Organization, fields?: { readonly defaultRole?: string }): Promise<BuiltProvider>
  /** Builds one that is not configured completely. */
  buildPending(organization: Organization): Promise<BuiltProvider>
  setDefaultTeam(organization: Organization, provider: BuiltProvider, teamId: string): Promise<Refusal>
  /** Changes it as the client of an admin. */
  change(
    organization: Organization,
    provider: BuiltProvider,
    to: Change,
    client: TestClient,
  ): Promise<Refusal>
  remove(organization: Organization, provider: BuiltProvider, client: TestClient): Promise<Refusal>
  close(): Promise<void>
}

/** The kinds of providers, for tables of what holds for all of them. */
export const kinds: Readonly<Record<string, (app: TestApp) => Promise<RunningKind>>> = {
  SAML: startSaml,
  'OpenID Connect': startOidc,
}

/** How a kind is managed by the REST API. */
interface Managed {
  readonly folder: 'saml' | 'oidc'
  readonly changes: (provider: BuiltProvider) => Readonly<Record<Change, object>>
}

function managed(app: TestApp, { folder, changes }: Managed) {
  const addressOf = ({ id }: Organization, provider: BuiltProvider) => `/orgs/${id}/${folder}/${provider.id}`
  return {
    create: async (
      { id, admin }: Organization,
      body: object,
    ): Promise<BuiltProvider & { service: Service }> => {
      const answer = await app.as(admin).post(`/orgs/${id}/${folder}`, body)
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      const { id: providerId, service } = answer.body
      return { id: providerId, startURL: service.startURL, service }
    },
    setDefaultTeam: async (organization: Organization, provider: BuiltProvider, defaultTeam: string) =>
      refusalOf(await app.as(organization.admin).patch(addressOf(organization, provider), { defaultTeam })),
    change: async (organization: Organization, provider: BuiltProvider, to: Change, client: TestClient) =>
      refusalOf(await client.patch(addressOf(organization, provider), changes(provider)[to])),
    remove: async (organization: Organization, provider: BuiltProvider, client: TestClient) =>
      refusalOf(await client.delete(addressOf(organization, provider))),
  }
}

const refusalOf = ({ status, body }: RestAnswer): Refusal => ({ status, reason: body?.error?.reason })

async function startSaml(app: TestApp): Promise<RunningKind> {
  const idp = await startIdentityProvider()
  const complete = providerWithLogout('Staff', idp.address)
  const { create, ...rest } = managed(app, {
    folder: 'saml',
    changes: () => ({
      disabled: { entityID: '' },
      replaced: { entityID: 'https://another.example' },
      renamed: { label: 'Renamed', certificate: otherKey.certificate },
      reconfigured: { ssoURL: `${idp.address}/sso?changed` },
      restored: complete,
    }),
  })
  return {
    ...rest,
    type: 'SamlProvider',
    isSignedIn: ({ email }) => idp.signedIn().includes(email),
    signOutURL: () => `${idp.address}/sign-out`,
    unknownURL: `${app.url}/saml/sam1/login`,
    signInAs: (person) => {
      idp.person = person
    },
    build: async (organization, fields) => {
      const provider = await create(organization, { ...complete, ...fields })
      await idp.trust(provider.service.entityID)
      return provider
    },
    buildPending: (organization) => create(organization, { label: 'Pending' }),
    close: idp.close,
  }
}

async function startOidc(app: TestApp): Promise<RunningKind> {
  const idp = await startOpenIdProvider()
  const complete = new Map<string, ClientSecrets & { readonly issuer: string }>()
  const { create, ...rest } = managed(app, {
    folder: 'oidc',
    changes: ({ id }) => ({
      disabled: { issuer: '' },
      replaced: { issuer: 'https://another.example' },
      renamed: { label: 'Renamed', scopes: ['openid', 'email'] },
      reconfigured: { clientSecret: 'another' },
      restored: complete.get(id) ?? {},
    }),
  })
  return {
    ...rest,
    type: 'OidcProvider',
    isSignedIn: ({ email }) => idp.signedIn().includes(email),
    signOutURL: ({ id }) =>
      `${idp.issuer}/session/end?${new URLSearchParams({ client_id: complete.get(id)?.clientId ?? '' })}`,
    unknownURL: `${app.url}/oidc/oid1/login`,
    signInAs: ({ email, displayName: name }) => {
      idp.person = { sub: email.toLowerCase(), email, name, email_verified: true }
    },
    build: async (organization, fields) => {
      const provider = await create(organization, { label: 'Staff', ...fields })
      const client = { issuer: idp.issuer, ...idp.addClient(provider.service) }
      complete.set(provider.id, client)
      const { id, admin } = organization
      const { status } = await app.as(admin).patch(`/orgs/${id}/oidc/${provider.id}`, client)
      if (status !== 200) throw new Error(`the provider was not completed: ${status}`)
      return provider
    },
    buildPending: (organization) => create(organization, { label: 'Pending' }),
    close: idp.close,
  }
}
