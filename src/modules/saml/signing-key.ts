import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { installationSecret, type SecretStore } from '../../access/installation-secrets.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

/** The key that this server signs requests and answers of a single logout with, in PEM. */
export interface SigningKey {
  readonly privateKey: string
  /** The certificate with which identity providers verify the signatures. */
  readonly certificate: string
}

const yearMs = 365 * 24 * 60 * 60 * 1000

/** Returns the key of the installation, which is made when it is needed first. */
export const signingKey = async (database: SecretStore): Promise<SigningKey> =>
  JSON.parse(await installationSecret(database, 'saml-signing-key', newSigningKey))

async function newSigningKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const now = Date.now()
  const key: SigningKey = {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSignedCertificate(pair, {
      name: 'Lectern',
      // For providers whose clock is late.
      from: new Date(now - 24 * 60 * 60 * 1000),
      until: new Date(now + 20 * yearMs),
    }),
  }
  return JSON.stringify(key)
}
