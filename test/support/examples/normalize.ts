import { createHash } from 'node:crypto'

const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra']

/** Numbers what differs between runs, in the order in which it appears. */
class Numbering {
  readonly #seen = new Map<string, number>()

  of(text: string): number {
    const number = this.#seen.get(text) ?? this.#seen.size + 1
    this.#seen.set(text, number)
    return number
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a text of letters and digits that looks random and is not. */
const filler = (seed: string, length: number): string =>
  Array.from(
    createHash('sha512').update(seed).digest().subarray(0, length),
    (byte) => alphabet[byte % 32],
  ).join('')

/** Replaces what differs between runs, and all that belongs to this machine, by values that never change. */
export function normalize<Value>(value: Value, serverUrl: string): Value {
  const [ids, names, emails, hashes] = [new Numbering(), new Numbering(), new Numbering(), new Numbering()]
  const text = JSON.stringify(value)
    .replaceAll(serverUrl, 'https://lectern.example.com')
    .replace(
      /[\w-]+@(?:w-[0-9a-f]{12}\.example|example\.com)\b/g,
      (email) => `person${emails.of(email)}@acme.example`,
    )
    .replace(/\bw-[0-9a-f]{12}\b/g, 'acme')
    .replace(
      /\b([a-z]{3})[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/g,
      (id, prefix: string) => `${prefix}${filler(`${prefix}${ids.of(id)}`, 26)}`,
    )
    .replace(
      /(?<=")(?:User|ADMIN|CREATE|REVIEW|EDIT|COMMENT|READ|guest) \d+(?=")/g,
      (name) => people[(names.of(name) - 1) % people.length] as string,
    )
    .replace(/\bwhsec_[\w+/=]+/g, 'whsec_example_secret')
    .replace(/\b(?:lsg|lectern)_[\w.-]{20,}/g, 'lectern_example_token')
    .replace(/\b(?:lsg|lectern)_(?!example_token)[\w-]{3,}(?=")/g, 'lectern_exampl')
    .replace(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      (id) => `019bc11a-0000-7000-8000-${String(ids.of(id)).padStart(12, '0')}`,
    )
    .replaceAll('"address":"127.0.0.1"', '"address":"203.0.113.7"')
    .replace(/20[0-9]{2}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, '2026-01-15T09:30:00.000Z')
    .replace(/\b[0-9a-f]{40}\b|\b[0-9a-f]{64}\b/g, (hash) => filler(`hash${hashes.of(hash)}`, 32))
    .replace(/(?<="privateKey":")[\w-]+(?=")/g, 'example-private-key')
    .replace(/(?<=\/|"key":"|"secret":")[\w-]{32}(?=["/])/g, 'example-share-key')
    .replace(/\b(expires|signature)=[\w-]+/g, '$1=example')
    .replace(/"(endCursor|page)":"[\w-]{20,}(\.\d+\.[\w-]{43})?"/g, '"$1":"example-cursor"')
    .replace(/"executionId":"[^"]+"/g, '"executionId":"b64f6e3c-7f0a-4c39-9d52-1f6f1a9e7c10"')
    .replace(/"requestId":"[^"]+"/g, '"requestId":"b64f6e3c-7f0a-4c39-9d52-1f6f1a9e7c10"')
  return JSON.parse(text) as Value
}
