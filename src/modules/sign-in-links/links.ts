import { hashSecret, newSecret } from '../../base/secrets.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { SignInLink } from '../../generated/prisma/client.ts'
import { mailedLinkMinutes, maximumMailedLinks } from './limits.ts'
import { rateLimited } from './reasons.ts'

export const addressOfLink = ({ baseUrl }: { readonly baseUrl: string }, secret: string): string =>
  `${baseUrl}/sign-in/link/${secret}`

export interface NewLink extends Pick<SignInLink, 'kind' | 'email' | 'returnTo'> {
  readonly minutes: number
  /** The secret in the cookie of the browser that asks for it. */
  readonly browser?: string
}

/** Keeps a link, and returns its secret, which is stored nowhere. */
export async function addLink(
  transaction: Transaction,
  { minutes, browser, ...link }: NewLink,
): Promise<string> {
  const secret = newSecret()
  await transaction.signInLink.create({
    data: {
      ...link,
      secretHash: hashSecret(secret),
      browserHash: browser === undefined ? null : hashSecret(browser),
      expiresAt: new Date(Date.now() + minutes * 60_000),
    },
  })
  return secret
}

/**
 * Keeps a link for an address, whether anybody has it or not, so that neither the answer nor its time tells. Throws
 * RATE_LIMITED for an address that has as many as it may have.
 */
export function addMailedLink(
  database: Pick<Database, 'transaction'>,
  { email, browser, returnTo }: { email: string; browser: string; returnTo: string },
): Promise<string> {
  return database.transaction(async (transaction) => {
    await transaction.signInLink.deleteMany({ where: { kind: 'MAIL', expiresAt: { lt: new Date() } } })
    await lockUntilCommit(transaction, `sign-in-links:${email}`)
    if ((await transaction.signInLink.count({ where: { kind: 'MAIL', email } })) >= maximumMailedLinks)
      throw rateLimited('TOO_MANY_SIGN_IN_LINKS')
    const minutes = mailedLinkMinutes
    return addLink(transaction, { kind: 'MAIL', email, browser, returnTo, minutes })
  })
}

/** A link that works, as a page may tell of it. */
export interface WorkingLink extends Pick<SignInLink, 'kind' | 'email' | 'returnTo'> {
  /** Whether it was asked for in the browser that shows it. */
  readonly isOfBrowser: boolean
}

const working = (secret: string) => ({
  secretHash: hashSecret(secret),
  usedAt: null,
  expiresAt: { gt: new Date() },
})

/** Returns the link with a secret, or null if there is none, or if it was used or has expired. */
export async function findLink(
  { prisma }: Pick<Database, 'prisma'>,
  secret: string,
  browser: string | null,
): Promise<WorkingLink | null> {
  const link = await prisma.signInLink.findFirst({ where: working(secret) })
  if (!link) return null
  const { kind, email, returnTo, browserHash } = link
  return { kind, email, returnTo, isOfBrowser: browser !== null && browserHash === hashSecret(browser) }
}

/** Marks a link as used. Returns null if it does not work any longer; of concurrent requests only one gets it. */
export async function claimLink(transaction: Transaction, secret: string): Promise<SignInLink | null> {
  const [link] = await transaction.signInLink.updateManyAndReturn({
    where: working(secret),
    data: { usedAt: new Date() },
  })
  if (!link) return null
  if (link.kind === 'PRINTED')
    await transaction.signInLink.deleteMany({ where: { kind: 'PRINTED', usedAt: null } })
  return link
}
