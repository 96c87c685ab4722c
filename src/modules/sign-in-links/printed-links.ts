import { hashSecret, newSecret } from '../../base/secrets.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import { userOfEmail } from '../users/addresses.ts'
import { firstAdmin } from './first-admin.ts'
import { printedLinkMinutes } from './limits.ts'
import { addLink } from './links.ts'

/** Makes a link that the server prints, and returns its secret. */
export const addPrintedLink = (transaction: Transaction, email: string): Promise<string> =>
  addLink(transaction, {
    kind: 'PRINTED',
    email: email.toLowerCase(),
    returnTo: '/',
    minutes: printedLinkMinutes,
  })

/** Makes another link for whom the first start made one, and deletes those that have expired. */
const renew = `
WITH printed AS (SELECT * FROM "SignInLink" WHERE kind = 'PRINTED'),
expired AS (DELETE FROM "SignInLink" WHERE kind = 'PRINTED' AND "usedAt" IS NULL AND "expiresAt" < now())
INSERT INTO "SignInLink" ("secretHash", kind, email, "returnTo", "expiresAt")
SELECT $1, kind, email, "returnTo", now() + make_interval(mins => $2) FROM printed
WHERE NOT EXISTS (SELECT 1 FROM printed WHERE "usedAt" IS NOT NULL)
ORDER BY "createdAt" LIMIT 1
RETURNING email`

/**
 * Makes another link for whom the first start made one, as long as nobody has used any. Returns its secret, or null if somebody has,
 * or if the first start made none. Asks without Prisma, which later starts do not wait for.
 */
export async function renewPrintedLink(database: Pick<Database, 'write'>): Promise<string | null> {
  const secret = newSecret()
  const made = await database.write(renew, [hashSecret(secret), printedLinkMinutes])
  return made.length === 0 ? null : secret
}

/**
 * Makes a link for `lectern sign-in-link`: for the user with an address, or for the first admin of the server. Returns null if there is
 * no such user.
 */
export function printLinkFor(
  database: Pick<Database, 'transaction'>,
  email?: string,
): Promise<{ readonly email: string; readonly secret: string } | null> {
  return database.transaction(async (transaction) => {
    const user = await (email === undefined
      ? firstAdmin(transaction.query)
      : userOfEmail(transaction.query, email))
    return user ? { email: user.email, secret: await addPrintedLink(transaction, user.email) } : null
  })
}
