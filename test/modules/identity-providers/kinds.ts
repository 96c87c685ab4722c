import { AppError, errorTable } from '../../../src/base/errors.ts'
import { clientAddresses } from '../../../src/modules/oidc/client.ts'
import {
  createOidcProvider,
  deleteOidcProvider,
  type OidcProviderFields,
  updateOidcProvider,
} from '../../../src/modules/oidc/service.ts'
import { type Context, withPermission } from '../../../src/request/context.ts'
import type { TestApp, TestClient } from '../../support/app.ts'
import { contextOf } from '../../support/factories/content.ts'
import { identityProvider, otherKey } from '../../support/factories/identity-providers.ts'
import type { TestUser } from '../../support/factories/organizations.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'

export interface Person {
  readonly email: string
  readonly displayName: string
}

interface Organization {
  readonly id: string
  readonly admin: TestUser
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
  /** The page to which a sign-in returns by default. */
  readonly home: string
  /** The user of the sign-ins that begin. */
  person: Person
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

async function startSaml(app: TestApp): Promise<RunningKind> {
  const idp = await startIdentityProvider()
  const complete = identityProvider('Staff', idp.address)
  const changes: Record<Change, object> = {
    disabled: { entityID: '' },
    replaced: { entityID: 'https://another.example' },
    renamed: { label: 'Renamed', certificate: otherKey.certificate },
    reconfigured: { ssoURL: `${idp.address}/sso?changed` },
    restored: complete,
  }
  const pathOf = ({ id }: Organization) => `/orgs/${id}/saml`
  const create = async (organization: Organization, body: object) => {
    const answer = await app.as(organization.admin).post(pathOf(organization), body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    await idp.trust(answer.body.service.entityID)
    return { id: answer.body.id, startURL: answer.body.service.startURL }
  }
  const refusal = ({ status, body }: Awaited<ReturnType<TestClient['get']>>) => ({
    status,
    reason: body?.error?.reason,
  })
  return {
    type: 'SamlProvider',
    home: '/graphql',
    unknownURL: `${app.url}/saml/sam1/login`,
    get person() {
      return idp.person
    },
    set person(person) {
      idp.person = person
    },
    build: (organization, fields) => create(organization, { ...complete, ...fields }),
    buildPending: (organization) => create(organization, { label: 'Pending' }),
    setDefaultTeam: async (organization, { id }, defaultTeam) =>
      refusal(await app.as(organization.admin).patch(`${pathOf(organization)}/${id}`, { defaultTeam })),
    change: async (organization, { id }, to, client) =>
      refusal(await client.patch(`${pathOf(organization)}/${id}`, changes[to])),
    remove: async (organization, { id }, client) =>
      refusal(await client.delete(`${pathOf(organization)}/${id}`)),
    close: idp.close,
  }
}

async function startOidc(app: TestApp): Promise<RunningKind> {
  const idp = await startOpenIdProvider()
  const secrets = new Map<string, OidcProviderFields>()
  const changes: Record<Change, OidcProviderFields> = {
    disabled: { issuer: '' },
    replaced: { issuer: 'https://another.example' },
    renamed: { label: 'Renamed', defaultRole: null },
    reconfigured: { clientSecret: 'another' },
    restored: { issuer: idp.issuer },
  }
  const create = async (
    organization: Organization,
    { defaultRole }: { readonly defaultRole?: string } = {},
  ): Promise<BuiltProvider> => {
    const role = defaultRole?.toUpperCase() as OidcProviderFields['defaultRole']
    const input = { label: 'Staff', defaultRole: role ?? null }
    const { id } = await createOidcProvider(adminOf(app, organization), organization.id, input)
    return { id, startURL: clientAddresses(app.config, id).startURL }
  }
  let person: Person = { email: 'nobody@example.test', displayName: 'Nobody' }
  return {
    type: 'OidcProvider',
    home: '/',
    unknownURL: `${app.url}/oidc/oid1/login`,
    get person() {
      return person
    },
    set person(next) {
      person = next
      const { email, displayName: name } = next
      idp.person = { sub: email.toLowerCase(), email, name, email_verified: true }
    },
    build: async (organization, fields) => {
      const provider = await create(organization, fields)
      const client = { issuer: idp.issuer, ...idp.addClient(clientAddresses(app.config, provider.id)) }
      secrets.set(provider.id, client)
      await updateOidcProvider(adminOf(app, organization), { oidcProviderId: provider.id }, client)
      return provider
    },
    buildPending: create,
    setDefaultTeam: (organization, { id }, defaultTeam) =>
      attempt(() => updateOidcProvider(adminOf(app, organization), { oidcProviderId: id }, { defaultTeam })),
    change: (organization, { id }, to) =>
      attempt(() =>
        updateOidcProvider(
          adminOf(app, organization),
          { oidcProviderId: id },
          to === 'restored' ? { ...secrets.get(id) } : changes[to],
        ),
      ),
    remove: (organization, { id }) =>
      attempt(() => deleteOidcProvider(adminOf(app, organization), { oidcProviderId: id }), 204),
    close: idp.close,
  }
}

/** Returns a context such as a request of the admin would have. */
function adminOf(app: TestApp, { id, admin }: Organization): Context {
  const context = contextOf(app, admin.id)
  if (context.viewer?.kind === 'member') context.viewer.memberships.set(id, 'ADMIN')
  return withPermission(context, 'organization:administer')
}

async function attempt(work: () => Promise<unknown>, status = 200): Promise<Refusal> {
  try {
    await work()
    return { status }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { status: errorTable[error.code].status, reason: error.reason }
  }
}
