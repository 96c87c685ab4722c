import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Encrypter } from 'age-encryption'
import { StartError } from '../base/start-error.ts'

/** Encrypts bytes for the recipients, in the format of age, so that only their identities read them. Without recipients, returns the bytes. */
export async function encrypted(bytes: Readable, recipients: readonly string[]): Promise<Readable> {
  if (recipients.length === 0) return bytes
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) addRecipient(encrypter, recipient)
  return Readable.fromWeb((await encrypter.encrypt(webStream(bytes))) as ReadableStream)
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new StartError(`BACKUP_RECIPIENTS has a key that is not valid: ${recipient}; copy it again.`)
  }
}

/** The first line of each file in the format of age, without its line break. */
const versionLine = Buffer.from('age-encryption.org/v1')

/** Decrypts bytes if they are encrypted, with one of the identities. Throws a StartError if none of them is that of a recipient. */
export async function decrypted(bytes: Readable, identities: readonly string[]): Promise<Readable> {
  await Promise.race([once(bytes, 'readable'), once(bytes, 'end')])
  const beginning: Buffer | null = bytes.read(versionLine.length)
  if (beginning === null) return bytes
  bytes.unshift(beginning)
  if (!beginning.equals(versionLine)) return bytes
  if (identities.length === 0)
    throw new StartError('The backup is encrypted; give the file with the secret key of age by --identity.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb((await decrypter.decrypt(webStream(bytes))) as ReadableStream)
  } catch {
    throw new StartError(
      'The backup is damaged, or was encrypted for other keys than those given by --identity.',
    )
  }
}

const webStream = (bytes: Readable) => Readable.toWeb(bytes) as globalThis.ReadableStream<Uint8Array>
