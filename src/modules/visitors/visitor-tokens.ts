import { jwtVerify } from 'jose'
import type { VisitorClaims } from './visitor.ts'

export const maximumTokenLength = 16 * 1024

/** The clocks of two machines differ by so much. */
const toleratedSeconds = 5

/**
 * The claims of a token that was signed with the key of a site; null for any other. The algorithm is HS256, whatever
 * the token says of itself, and no key comes from the token. It must expire, and be valid already. One that is meant
 * for somebody (`aud`) must be meant for one of the audiences.
 */
export async function readVisitorToken(
  privateKey: string,
  token: string,
  audience: string | readonly string[] = [],
): Promise<VisitorClaims | null> {
  if (privateKey === '' || token.length > maximumTokenLength) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(privateKey), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: toleratedSeconds,
    })
    return isMeantFor(payload.aud, [audience].flat()) && !isFromTheFuture(payload.iat) ? payload : null
  } catch {
    // Whatever is wrong with it, the bearer is told nothing about it.
    return null
  }
}

const isMeantFor = (meantFor: unknown, audiences: readonly unknown[]): boolean =>
  meantFor === undefined || [meantFor].flat().some((one) => audiences.includes(one))

const isFromTheFuture = (issuedAt: unknown): boolean =>
  typeof issuedAt === 'number' && issuedAt > Date.now() / 1000 + toleratedSeconds
