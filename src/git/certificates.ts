import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { writeAtomically } from '../base/durable-files.ts'
import { withTemporaryFolder } from '../base/temporary-files.ts'
import type { GitSettings } from './remote.ts'

/**
 * Runs with the setting by which git accepts the authorities that this process accepts, if `NODE_EXTRA_CA_CERTS` names more than the
 * machine knows: one file says it for all connections of the server.
 */
export async function withCertificates<Result>(
  use: (settings: GitSettings) => Promise<Result>,
): Promise<Result> {
  if (getCACertificates('extra').length === 0) return use([])
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'authorities.pem')
    await writeAtomically(file, [Buffer.from(getCACertificates('default').join('\n'))])
    return use([['http.sslCAInfo', file]])
  })
}
