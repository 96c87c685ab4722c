import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readVisitorToken } from '../../../src/modules/visitors/visitor-tokens.ts'
import { propertyBudget } from '../../support/budget.ts'

const key = '3f1c2d6a-7b85-4e0c-9d57-5a2f1e4b8c90'
const now = Math.floor(Date.now() / 1000)
const year = 366 * 86_400
const claims = { plan: 'pro', groups: ['beta'], sub: 'somebody', iat: now, exp: now + 600 }

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const hmac = (algorithm: string, secret: string | Buffer, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('base64url')

/** Returns a handmade token, which may be wrong in any way. */
function tokenOf(
  payload: unknown = claims,
  header: unknown = { alg: 'HS256', typ: 'JWT' },
  signatureOf = (text: string) => hmac('sha256', key, text),
): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${signatureOf(text)}`
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaPublic = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })

describe('a token of a site', () => {
  test('gives all of its claims', async () => {
    expect(await readVisitorToken(key, tokenOf())).toEqual(claims)
  })

  test.each([
    ['without iat and nbf', { exp: now + 60 }],
    ['that has just expired, by a clock that is a little behind', { exp: now - 2 }],
    ['that was made by a clock that is a little ahead', { exp: now + 60, iat: now + 3, nbf: now + 3 }],
    ['that lives for a year', { exp: now + year, iat: now }],
    ['that lives for a year, without iat', { exp: now + year }],
    ['with claims of any name', { exp: now + 60, constructor: 'x', unsigned: { a: 1 } }],
  ])('is taken %s', async (_case, payload) => {
    expect(await readVisitorToken(key, tokenOf(payload))).toEqual(payload)
  })

  test.each([
    ['site_1', 'site_1', true],
    ['site_1', ['https://docs.example.org', 'site_1'], true],
    [['other', 'site_1'], 'site_1', true],
    ['site_2', 'site_1', false],
    [['site_2', 'site_3'], ['site_1', 'https://docs.example.org'], false],
    [[], 'site_1', false],
    ['site_1', undefined, false],
    ['', 'site_1', false],
    [1, 'site_1', false],
    [null, 'site_1', false],
    [{ 0: 'site_1' }, 'site_1', false],
  ])('meant for %j is taken by %j: %j', async (aud, audience, taken) => {
    const payload = { ...claims, aud }
    expect(await readVisitorToken(key, tokenOf(payload), audience)).toEqual(taken ? payload : null)
  })

  test.each([
    ['expired', { exp: now - 60 }],
    ['never expires', { plan: 'pro' }],
    ['expires at no time', { exp: null }],
    ['expires at a text', { exp: String(now + 600) }],
    ['is valid later', { exp: now + 600, nbf: now + 60 }],
    ['is valid from a text on', { exp: now + 600, nbf: 'tomorrow' }],
    ['was issued in the future', { exp: now + 600, iat: now + 60 }],
    ['lives longer than a year', { exp: now + 2 * year, iat: now }],
    ['lives longer than a year, of which much has passed', { exp: now + 600, iat: now - 2 * year }],
    ['lives longer than a year, without iat', { exp: now + 2 * year }],
    ['lives forever', { exp: 1e300 }],
    ['was issued at a text', { exp: now + 600, iat: 'yesterday' }],
    ['has a list of claims', [{ exp: now + 600 }]],
    ['has no claims', null],
    ['has a text for claims', '"pro"'],
    ['has claims that are no JSON', '{"exp":'],
    ['has claims that are no UTF-8', Buffer.from([0xff, 0xfe]).toString('latin1')],
  ])('is refused that %s', async (_case, payload) => {
    expect(await readVisitorToken(key, tokenOf(payload))).toBeNull()
  })

  test('is refused above 16 KiB', async () => {
    const padded = (length: number) => tokenOf({ ...claims, padding: 'x'.repeat(length) })
    const small = padded(11_500)
    expect(small.length).toBeGreaterThan(15_000)
    expect(await readVisitorToken(key, small)).not.toBeNull()
    expect(await readVisitorToken(key, padded(13_000))).toBeNull()
  })
})

describe('a forged token', () => {
  const whole = tokenOf()
  const [header, payload, signature] = whole.split('.') as [string, string, string]
  const ellipticSignature = (text: string) =>
    createSign('sha256')
      .update(text)
      .sign({ key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url')
  const forgedKey = 'forged'
  const withForgedKey = (text: string) => hmac('sha256', forgedKey, text)
  const jwk = { kty: 'oct', k: encode(forgedKey) }

  test.each([
    ['with another key', tokenOf(claims, { alg: 'HS256' }, withForgedKey)],
    ['with an empty key', tokenOf(claims, { alg: 'HS256' }, (text) => hmac('sha256', '', text))],
    ['with alg none and no signature', tokenOf(claims, { alg: 'none' }, () => '')],
    ['with alg None', tokenOf(claims, { alg: 'None' }, () => '')],
    ['with alg none and a true signature', tokenOf(claims, { alg: 'none' })],
    ['without alg', tokenOf(claims, { typ: 'JWT' })],
    ['with alg hs256', tokenOf(claims, { alg: 'hs256' })],
    ['with a list of algs', tokenOf(claims, { alg: ['HS256'] })],
    ['with HS384', tokenOf(claims, { alg: 'HS384' }, (text) => hmac('sha384', key, text))],
    ['with HS512', tokenOf(claims, { alg: 'HS512' }, (text) => hmac('sha512', key, text))],
    ['said to be HS512 and signed as HS256', tokenOf(claims, { alg: 'HS512' })],
    [
      'with RS256',
      tokenOf(claims, { alg: 'RS256' }, (text) =>
        createSign('sha256').update(text).sign(rsa.privateKey, 'base64url'),
      ),
    ],
    ['with ES256', tokenOf(claims, { alg: 'ES256' }, ellipticSignature)],
    ['said to be RS256 and signed with the key of the site', tokenOf(claims, { alg: 'RS256' })],
    ['with an embedded key', tokenOf(claims, { alg: 'HS256', jwk }, withForgedKey)],
    [
      'with the address of a key',
      tokenOf(claims, { alg: 'HS256', jku: 'https://attacker.example.org/keys' }, withForgedKey),
    ],
    ['with the name of a key', tokenOf(claims, { alg: 'HS256', kid: '/dev/null' }, withForgedKey)],
    [
      'with a certificate',
      tokenOf(claims, { alg: 'HS256', x5c: [encode(rsaPublic)], x5u: 'https://x.example' }, withForgedKey),
    ],
    ['that asks for what is unknown', tokenOf(claims, { alg: 'HS256', crit: ['strange'], strange: true })],
    ['with an empty crit', tokenOf(claims, { alg: 'HS256', crit: [] })],
    ['whose payload is not encoded', tokenOf(claims, { alg: 'HS256', crit: ['b64'], b64: false })],
    ['with a header that is no JSON', tokenOf(claims, '{alg')],
    ['with changed claims', `${header}.${encode({ ...claims, plan: 'enterprise' })}.${signature}`],
    ['with a changed header', `${encode({ alg: 'HS256', typ: 'jwt' })}.${payload}.${signature}`],
    ['without the end of the signature', whole.slice(0, -4)],
    ['without a signature', `${header}.${payload}.`],
    ['without the last part', `${header}.${payload}`],
    ['with a longer signature', `${whole}AAAA`],
    ['with one part more', `${whole}.${signature}`],
    ['with five parts', `${whole}..`],
    [
      'with the signature of another token',
      `${header}.${payload}.${tokenOf({ exp: now + 9 }).split('.')[2]}`,
    ],
    ['that is empty', ''],
    ['of dots', '..'],
    ['that is no token', 'Bearer token'],
    ['with U+0000', `${whole}\0`],
  ])('is refused %s', async (_case, token) => {
    expect(await readVisitorToken(key, token)).toBeNull()
  })

  test('is refused under a public key that somebody used as the secret of a token', async () => {
    const confused = tokenOf(claims, { alg: 'HS256' }, (text) => hmac('sha256', rsaPublic, text))
    expect(await readVisitorToken(key, confused)).toBeNull()
    const signed = tokenOf(claims, { alg: 'RS256' }, (text) =>
      createSign('sha256').update(text).sign(rsa.privateKey, 'base64url'),
    )
    expect(await readVisitorToken(rsaPublic, signed)).toBeNull()
  })

  test('is refused where the site has no key', async () => {
    const token = tokenOf(claims, { alg: 'HS256' }, (text) => hmac('sha256', '', text))
    expect(await readVisitorToken('', token)).toBeNull()
  })

  test('is refused whatever character of it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.constantFrom(...'ABwxyz019-_.= '),
        async (index, other) => {
          fc.pre(whole[index] !== other)
          const changed = `${whole.slice(0, index)}${other}${whole.slice(index + 1)}`
          // The last character of a signature has two bits that say nothing.
          fc.pre(index < whole.length - 1)
          expect(await readVisitorToken(key, changed)).toBeNull()
        },
      ),
      propertyBudget(100, 500),
    )
  })

  test('never causes an exception', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
        fc.jsonValue(),
        async (text, head, body) => {
          expect(await readVisitorToken(key, text)).toBeNull()
          const read = await readVisitorToken(key, tokenOf(body, head))
          expect(read).toBeNull()
        },
      ),
      propertyBudget(25, 300),
    )
  })
})
