import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { guardedProbe } from '../../http/guarded-fetch.ts'
import { type OidcClient, serverClient } from '../../modules/oidc/client.ts'
import { clockSkewSeconds } from '../../modules/oidc/limits.ts'
import { authorizationAddress } from '../../modules/oidc/verification.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, problem } = findingsOf('sign-in')

const timeoutMs = 10_000

/** Checks that people can sign in with the provider of the whole server: what it tells, whom it knows, and its clock. */
export async function checkOidc(config: Config, database: Database): Promise<Finding[]> {
  const client = serverClient(config)
  if (!client) return []
  const organization = await checkOrganization(client, database)
  const secrets = { state: 'doctor', nonce: 'doctor', codeVerifier: 'doctor'.repeat(8) }
  try {
    const address = await authorizationAddress(config, client, secrets)
    return [...organization, ...(await checkAuthorization(client, address, config))]
  } catch (error) {
    return [
      ...organization,
      problem(
        `The provider at OIDC_ISSUER cannot be asked: ${reasonOf(error)}.`,
        `Check that ${client.issuer}/.well-known/openid-configuration can be opened from this machine and names this issuer, and that OUTBOUND_ALLOW has the host if it is in a private network or of plain http.`,
      ),
    ]
  }
}

async function checkOrganization({ organizationId }: OidcClient, database: Database): Promise<Finding[]> {
  if (organizationId === null) return []
  const [found] = await database.query<{ id: string }>(
    'SELECT id FROM "Organization" WHERE id = $1 AND "deletedAt" IS NULL',
    [organizationId],
  )
  if (found) return []
  return [
    problem(
      `OIDC_ORGANIZATION names no organization: ${organizationId}.`,
      'Set it to the id of one, which npm run lectern -- organization list shows.',
    ),
  ]
}

/** Opens the first page of a sign-in, as a browser does: providers refuse an unknown client or redirect address there. */
async function checkAuthorization(
  { addresses, clientId }: OidcClient,
  address: URL,
  { outboundAllow: allow }: Config,
): Promise<Finding[]> {
  const answer = await guardedProbe(address.href, { allow, timeoutMs })
  const seconds = Math.abs(Date.parse(answer.header('date')) - Date.now()) / 1000
  const findings =
    seconds > clockSkewSeconds
      ? [
          problem(
            `The clocks of this machine and of the provider differ by ${Math.round(seconds)} seconds.`,
            'Let both follow a time server: the times of a sign-in may differ by 2 minutes.',
          ),
        ]
      : []
  const location = answer.header('location')
  const told = location.startsWith(addresses.redirectURL) ? new URL(location).searchParams.get('error') : null
  if (answer.status < 400 && told === null)
    return [...findings, ok('The provider at OIDC_ISSUER begins a sign-in.')]
  return [
    ...findings,
    problem(
      `The provider refuses to begin a sign-in, with ${told ?? `status ${answer.status}`}.`,
      `Check there that the client ${clientId} exists, and has the redirect URI ${addresses.redirectURL}, the authorization code flow and all of OIDC_SCOPES.`,
    ),
  ]
}
