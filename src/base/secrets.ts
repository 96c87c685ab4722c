import { hash, randomBytes } from 'node:crypto'

/** Makes a secret of 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a secret that `newSecret` made. A fast hash is enough for 256 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret)
