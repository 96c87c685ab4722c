import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { installationSecret, type SecretStore } from './installation-secrets.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const sealingKey = async (database: SecretStore): Promise<Buffer> =>
  Buffer.from(await installationSecret(database, 'sealed-texts'), 'base64url')

/** Encrypts a secret that must be read again with a key of the installation. */
export async function sealText(database: SecretStore, text: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, await sealingKey(database), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts what `sealText` returned. Throws if it was changed, or sealed by another installation. */
export async function openSealedText(database: SecretStore, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, await sealingKey(database), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
