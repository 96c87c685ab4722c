import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A request as its sender wrote it. */
export interface SignedRequest {
  readonly method: string
  /** The path and the query, as they were sent. */
  readonly target: string
  readonly headers: IncomingMessage['headers']
}

export interface Keys {
  readonly id: string
  readonly secret: string
}

/** The signature of a request, in its headers or in its address. */
interface Claim {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  /** The time of the signature, such as `20260102T030405Z`. */
  readonly time: string
  readonly seconds: number
  readonly digest: string
}

const algorithm = 'AWS4-HMAC-SHA256'
/** The time for which a signature in headers counts. */
const secondsInHeaders = 900

/** Returns why a server of Amazon would refuse the signature of a request, by version 4 of its rules; null if it would not. */
export function refusalOfSignature(request: SignedRequest, keys: Keys): string | null {
  const query = parametersOf(request.target)
  const claim = claimOf(request, query)
  if (!claim) return 'AccessDenied'
  const [id, day, region, service, end] = claim.credential.split('/')
  if (id !== keys.id) return 'InvalidAccessKeyId'
  const isInTime = Math.abs(Date.now() - timeOf(claim.time)) <= claim.seconds * 1000
  if (!isInTime || !claim.time.startsWith(`${day}T`) || service !== 's3' || end !== 'aws4_request')
    return 'AccessDenied'
  const names = claim.signedHeaders.split(';')
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (!mustBeSigned.every((name) => names.includes(name))) return 'AccessDenied'
  const scope = [day, region, service, end].join('/')
  const text = [algorithm, claim.time, scope, sha256(canonicalRequest(request, query, names, claim))]
  const key = [day, region, service, end].reduce<string | Buffer>(
    (before, part) => hmac(before, part ?? ''),
    `AWS4${keys.secret}`,
  )
  const expected = hmac(key, text.join('\n'))
  const given = Buffer.from(claim.signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : 'SignatureDoesNotMatch'
}

type Parameters = readonly (readonly [name: string, value: string])[]

const parametersOf = (target: string): Parameters =>
  (target.split('?')[1] ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
    })

function claimOf({ headers }: SignedRequest, query: Parameters): Claim | undefined {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': digest } = headers
  const parameters = Object.fromEntries(query)
  if (authorization === undefined)
    return parameters['X-Amz-Algorithm'] === algorithm ? claimOfAddress(parameters) : undefined
  const form = `^${algorithm} Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$`
  const [, credential, signedHeaders, signature] = new RegExp(form).exec(authorization) ?? []
  if (!credential || !signedHeaders || !signature) return undefined
  return {
    credential,
    signedHeaders,
    signature,
    time: String(date),
    seconds: secondsInHeaders,
    digest: String(digest),
  }
}

const claimOfAddress = (parameters: Readonly<Record<string, string>>): Claim => ({
  credential: parameters['X-Amz-Credential'] ?? '',
  signedHeaders: parameters['X-Amz-SignedHeaders'] ?? '',
  signature: parameters['X-Amz-Signature'] ?? '',
  time: parameters['X-Amz-Date'] ?? '',
  seconds: Number(parameters['X-Amz-Expires']),
  digest: 'UNSIGNED-PAYLOAD',
})

function canonicalRequest(
  { method, target, headers }: SignedRequest,
  query: Parameters,
  names: readonly string[],
  { digest }: Claim,
): string {
  const path = target.split('?')[0] ?? ''
  const segments = path.split('/').map((segment) => encoded(decodeURIComponent(segment)))
  const pairs = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  return [method, segments.join('/'), pairs.join('&'), lines.join(''), names.join(';'), digest].join('\n')
}

/** Encodes everything but the letters, digits and marks that RFC 3986 reserves for nothing. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
