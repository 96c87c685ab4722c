import { sealText } from '../../../src/access/sealed-texts.ts'
import { newId } from '../../../src/base/identifiers.ts'
import type { OidcConfig } from '../../../src/base/oidc-config.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { type ClientAddresses, clientAddresses } from '../../../src/modules/oidc/client.ts'
import { startServerBeside, type TestApp } from '../app.ts'
import type { RunningOpenIdProvider } from '../openid-provider.ts'

export interface TestOidcProvider extends ClientAddresses {
  readonly id: string
  readonly clientId: string
}

/** The body that sets up a provider of OpenID Connect in full. */
export const openIdProvider = (label: string) => ({
  label,
  issuer: 'https://idp.example.test',
  clientId: 'lectern',
  clientSecret: 'a secret of the client',
  groupsClaim: 'groups',
})

/** Gives an organization a provider of OpenID Connect, at which this server is a client. */
export async function buildOidcProvider(
  app: TestApp,
  idp: RunningOpenIdProvider,
  organization: { readonly id: string },
  fields: Partial<Prisma.IdentityProviderUncheckedCreateInput> = {},
): Promise<TestOidcProvider> {
  const id = newId('OidcProvider')
  const addresses = clientAddresses(app.config, id)
  const { clientId, clientSecret } = idp.addClient(addresses)
  await app.database.prisma.identityProvider.create({
    data: {
      id,
      kind: 'OIDC',
      organizationId: organization.id,
      label: 'Staff',
      issuer: idp.issuer,
      clientId,
      clientSecret: await sealText(app.database, clientSecret),
      scopes: ['openid', 'profile', 'email'],
      ...fields,
    },
  })
  return { id, clientId, ...addresses }
}

/** Maps a group of a provider to a role or a team. */
export async function buildGroupMapping(
  app: TestApp,
  provider: { readonly id: string },
  fields: Omit<Prisma.GroupMappingUncheckedCreateInput, 'id' | 'providerId'>,
): Promise<void> {
  await app.database.prisma.groupMapping.create({
    data: { id: newId('OidcGroupMapping'), providerId: provider.id, ...fields },
  })
}

/** Starts a server beside an app, into which people sign in with a provider for the whole server. */
export async function startServerWithOidc(
  app: TestApp,
  idp: RunningOpenIdProvider,
  fields: Partial<OidcConfig> = {},
): Promise<
  Awaited<ReturnType<typeof startServerBeside>> & {
    readonly oidc: ClientAddresses & { readonly clientId: string }
  }
> {
  let clientId = ''
  const server = await startServerBeside(app, {
    config: (url) => {
      const client = idp.addClient(clientAddresses({ baseUrl: url }, null))
      clientId = client.clientId
      return {
        baseUrl: url,
        oidc: {
          issuer: idp.issuer,
          ...client,
          label: 'Company login',
          scopes: ['openid', 'profile', 'email'],
          groupsClaim: undefined,
          groupMappings: [],
          organization: undefined,
          defaultRole: undefined,
          ...fields,
        },
      }
    },
  })
  return { ...server, oidc: { ...clientAddresses({ baseUrl: server.url }, null), clientId } }
}
