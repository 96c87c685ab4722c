import type { Config } from '../../base/config.ts'
import { urlsOfServers } from '../../base/database-addresses.ts'
import { isLoopback } from '../../base/loopback.ts'
import type { Database } from '../../database/client.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('connection')

/** Checks how the database is reached: through a pooler or not, and encrypted or not. An embedded one is reached by a socket. */
export async function checkConnection(config: Config, database: Database): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl === undefined) return []
  const url = databaseDirectUrl ?? databaseUrl
  return [
    databaseDirectUrl === undefined
      ? ok('The database is reached without a pooler, or through one that keeps sessions.')
      : ok('The database is reached through a pooler, and directly for what needs a session.'),
    await checkEncryption(new URL(urlsOfServers(url)[0] as string), database),
  ]
}

async function checkEncryption(url: URL, database: Database): Promise<Finding> {
  const [used] = await database.session(
    async (client) =>
      (
        await client.query<{ version: string | null }>(
          'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl',
        )
      ).rows,
  )
  const isLocal = isLoopback(url.hostname) || url.hostname === '' || url.searchParams.has('host')
  if (!used)
    return isLocal
      ? ok('The database is on this machine, and connections to it are not encrypted.')
      : warning(
          `Connections to ${url.host} are not encrypted, so that the network can read all content.`,
          'Write sslmode=verify-full in DATABASE_URL, as the page on deployment says.',
        )
  return /^(no-verify|require|prefer)$/.test(url.searchParams.get('sslmode') ?? '') &&
    (url.searchParams.get('sslmode') === 'no-verify' || url.searchParams.has('uselibpqcompat'))
    ? warning(
        `Connections to ${url.host} are encrypted with ${used.version}, and its certificate is not verified, so that another server can pretend to be it.`,
        'Write sslmode=verify-full in DATABASE_URL, and sslrootcert with the file of its authority.',
      )
    : ok(`Connections to ${url.host} are encrypted with ${used.version}, and its certificate is verified.`)
}
