import type { JWTPayload } from 'jose'

/**
 * Returns the claims of a JSON Web Token that was signed with a key and is valid now; null for any other text. The
 * algorithm is HS256 whatever the token declares, keys in the token are ignored, and it must have an expiration time.
 */
export async function verifiedClaims(
  key: string,
  token: string,
  clockTolerance = 0,
): Promise<JWTPayload | null> {
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance,
    })
    return payload
  } catch {
    // The reason is not revealed to the bearer.
    return null
  }
}
