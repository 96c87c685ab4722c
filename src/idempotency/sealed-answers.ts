import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { HttpResponse } from '../http/response.ts'

/** An `Idempotency-Key`, which is that of one user. */
export interface UserKey {
  readonly userId: string
  readonly key: string
}

const digestOf = (purpose: string, { userId, key }: UserKey) =>
  createHash('sha256').update(JSON.stringify([purpose, userId, key]))

/** Returns the id under which the answer is kept. It does not tell the key. */
export const idOf = (key: UserKey): string => digestOf('id', key).digest('hex')

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts an answer with the key of its request: it may have secrets, such as a new token, that nothing else keeps. */
export function seal({ status, headers, body }: HttpResponse, key: UserKey): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, digestOf('answer', key).digest(), iv)
  const text = JSON.stringify({ status, headers, body: body === null ? null : body.toString() })
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
}

export function unseal(sealed: Buffer, key: UserKey): HttpResponse {
  const decipher = createDecipheriv(algorithm, digestOf('answer', key).digest(), sealed.subarray(0, ivBytes))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  const text = [decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]
  return JSON.parse(Buffer.concat(text).toString()) as HttpResponse
}
