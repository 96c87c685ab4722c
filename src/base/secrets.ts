import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Makes a secret of 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The beginning by which scanners for secrets know those of webhooks, after the Standard Webhooks specification. */
export const webhookSecretPrefix = 'whsec_'

/** Makes a secret of 256 random bits with which webhooks are signed. */
export const newWebhookSecret = (): string => webhookSecretPrefix + randomBytes(32).toString('base64')

/** Hashes a secret that `newSecret` made. A fast hash is enough for 256 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

/** Compares a given secret with the expected one, in the same time wherever they differ. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
