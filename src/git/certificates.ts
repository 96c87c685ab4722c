import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { writeAtomically } from '../base/durable-files.ts'
import type { GitSettings } from './remote.ts'

/**
 * Returns the setting by which git accepts the authorities that this process accepts, if `NODE_EXTRA_CA_CERTS` names more than the
 * machine knows: one file says it for all connections of the server.
 */
export async function certificateSettings(): Promise<GitSettings> {
  if (getCACertificates('extra').length === 0) return []
  const text = getCACertificates('default').join('\n')
  const name = `lectern-authorities-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.pem`
  const file = join(tmpdir(), name)
  // Others may write to the folder, and it may be cleared at any time.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text)
    await writeAtomically(file, [Buffer.from(text)])
  return [['http.sslCAInfo', file]]
}
