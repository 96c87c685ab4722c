import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../base/config.ts'
import { installationSecret, type SecretStore } from './installation-secrets.ts'

/** Returns the secret that signs links, as `installationSecret` does. Existing installations store it under the name. */
export const linkSecret = (database: SecretStore): string | Promise<string> =>
  installationSecret(database, 'file-links')

export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

export function isValidSignature(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type Parameter = readonly [name: string, value: string]

/** Returns parameters in their only encoding, in which no name or value can be taken for another. */
const encoded = (parameters: readonly Parameter[]) =>
  parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** Returns the path and the parameters of a URL as they were signed, or null for a path that no URL has. */
function signedText({ pathname }: URL, parameters: readonly Parameter[]): string | null {
  try {
    const segments = pathname.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    return `${segments.join('/')}?${encoded(parameters)}`
  } catch {
    return null
  }
}

/** Returns the time, in seconds since 1970, at which something expires that is valid for so many seconds from now. */
export const expiryAfter = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/**
 * Returns the time at which something expires that is valid for at least so many seconds, and at most for twice as
 * many. It is the same for that long, so that equal reads give equal URLs and caches see no change.
 */
export const steadyExpiryAfter = (seconds: number, now = Date.now()): number =>
  (Math.floor(now / 1000 / seconds) + 2) * seconds

/**
 * Returns a URL of this server that can be read without a token until it expires. With null it never does, so that whoever
 * reads it must check something else. Each segment of the path must be encoded by `encodeURIComponent`. It is a promise only
 * until the process knows the secret, which it reads when it starts: a field with such a URL is answered by one statement.
 */
export function signUrl(
  { config, database }: { config: Pick<Config, 'baseUrl'>; database: SecretStore },
  path: string,
  parameters: Readonly<Record<string, string>>,
  expires: number | null,
): string | Promise<string> {
  const end = expires === null ? {} : { expires: String(expires) }
  const address = `${path}?${encoded(Object.entries({ ...parameters, ...end }))}`
  const signed = (secret: string) => `${config.baseUrl}${address}&signature=${sign(secret, address)}`
  const secret = linkSecret(database)
  return typeof secret === 'string' ? signed(secret) : secret.then(signed)
}

/**
 * Parses a signed URL. Returns null if it has expired, or if anything in it was not signed: path and parameters must be
 * those of the signed URL, in the same order and without others.
 */
export async function verifySignedUrl(database: SecretStore, address: string): Promise<URL | null> {
  const url = URL.parse(address, 'http://links')
  if (!url) return null
  const parameters = [...url.searchParams]
  const [name, signature] = parameters.pop() ?? []
  const text = signedText(url, parameters)
  if (name !== 'signature' || !signature || text === null) return null
  if (!isValidSignature(await linkSecret(database), text, signature)) return null
  const expires = url.searchParams.get('expires')
  return expires === null || Number(expires) * 1000 > Date.now() ? url : null
}
