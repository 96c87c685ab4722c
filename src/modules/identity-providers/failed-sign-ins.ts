import { insertEvent, recordChange } from '../../audit/operation-record.ts'
import type { Database } from '../../database/client.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import type { SignInRequest } from '../sessions/sign-in-events.ts'

/** Anybody can send what fails: an organization has so many events of it in an hour at most. */
const maximumPerHour = 100

/** The type that audit events name a provider by. */
const auditedTypes = { SAML: 'SamlProvider', OIDC: 'OidcProvider' } as const

const countLately = `
SELECT count(*)::int AS count FROM "AuditEvent"
WHERE "organizationId" = $1 AND "occurredAt" > now() - interval '1 hour' AND action = 'signInFailed'`

export async function recordFailedSignIn(
  database: Pick<Database, 'transaction'>,
  { id, kind, organizationId }: IdentityProvider,
  request: SignInRequest,
  reason: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [lately] = await transaction.query<{ count: number }>(countLately, [organizationId])
    if (lately && lately.count >= maximumPerHour) return
    const target = { type: auditedTypes[kind], id }
    await recordChange(transaction, {
      objectType: target.type,
      objectId: id,
      before: null,
      after: { reason },
    })
    const operation = { action: 'signInFailed', type: target.type, target, otherTarget: null, ids: [] }
    const actor = { ...request, userId: null, tokenId: null, scopes: [] }
    await insertEvent(transaction.query, actor, operation, { organizationId, onlyIfChanged: false })
  })
}
