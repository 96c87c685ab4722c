import { createHmac } from 'node:crypto'
import type { SecretStore } from '../../access/installation-secrets.ts'
import { openSealedText } from '../../access/sealed-texts.ts'
import { webhookSecretPrefix } from '../../base/secrets.ts'
import type { Webhook } from '../../generated/prisma/client.ts'

/** Returns the secrets that are valid, the current one first. */
export async function validSecrets(
  database: SecretStore,
  { secret, formerSecret, formerSecretUntil }: Pick<Webhook, 'secret' | 'formerSecret' | 'formerSecretUntil'>,
  now: Date,
): Promise<readonly string[]> {
  const hasFormer = formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > now
  const sealed = hasFormer ? [secret, formerSecret] : [secret]
  return Promise.all(sealed.map((text) => openSealedText(database, text)))
}

/** A request before it is signed. */
export interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** Returns the headers of a request after the Standard Webhooks specification, with a signature for each secret. */
export function signedHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
