import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Database } from './database/client.ts'

/** The name under which older installations have it already. */
const secretName = 'file-links'

const secrets = new WeakMap<Pool, Promise<string>>()

/** The secret that signs links: made once for the installation, shared by all its processes. */
export function linkSecret({ pool }: Pick<Database, 'pool'>): Promise<string> {
  let secret = secrets.get(pool)
  if (!secret) {
    secret = readOrCreateSecret(pool)
    // A failure is not remembered: the next request asks again.
    secret.catch(() => secrets.delete(pool))
    secrets.set(pool, secret)
  }
  return secret
}

async function readOrCreateSecret(pool: Pool): Promise<string> {
  // Whoever comes first creates it. The update that changes nothing makes the statement return the row either way.
  const { rows } = await pool.query<{ value: string }>(
    `INSERT INTO "InstallationSecret" AS s (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = s.value RETURNING value`,
    [secretName, randomBytes(32).toString('base64url')],
  )
  const value = rows[0]?.value
  if (!value) throw new Error('the secret of links could not be stored')
  return value
}

export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

export function isSignature(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Everything in the address counts, apart from the signature: neither path nor query can be changed. */
const signedText = (url: URL) => {
  const parameters = [...url.searchParams].filter(([name]) => name !== 'signature')
  return [url.pathname, ...parameters.flat()].join('\n')
}

/** An address of this server that whoever has it may read, without a token, for so many seconds. */
export async function signedAddress(
  { config, database }: { config: Pick<Config, 'baseUrl'>; database: Pick<Database, 'pool'> },
  path: string,
  parameters: Readonly<Record<string, string>>,
  lifetimeSeconds: number,
): Promise<string> {
  const url = new URL(path, 'http://links')
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('expires', String(Math.floor(Date.now() / 1000) + lifetimeSeconds))
  url.searchParams.set('signature', sign(await linkSecret(database), signedText(url)))
  return `${config.baseUrl}${url.pathname}${url.search}`
}

/** What a signed address asks for; null for one that was not made here, was changed, or has expired. */
export async function readSignedAddress(
  database: Pick<Database, 'pool'>,
  address: string,
): Promise<URL | null> {
  const url = URL.parse(address, 'http://links')
  const signature = url?.searchParams.get('signature')
  if (!url || !signature || !isSignature(await linkSecret(database), signedText(url), signature)) return null
  return Number(url.searchParams.get('expires')) * 1000 > Date.now() ? url : null
}
