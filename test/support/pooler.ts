import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface Pooler {
  /** The address of a database of the server through the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

interface PoolerOptions {
  readonly mode?: 'transaction' | 'session' | 'statement'
  /** The connections to the database. */
  readonly size?: number
}

/** Starts a PgBouncer of its own, which gives each transaction the session that was free for longest. */
export async function startPooler(
  serverUrl: string,
  { mode = 'transaction', size = 3 }: PoolerOptions = {},
): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(serverUrl)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pooler-'))
  const ownPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
    'max_client_conn = 200',
    'server_round_robin = 1',
    'query_wait_timeout = 20',
  ]
  await writeFile(file, settings.join('\n'))
  await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)])
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', ['-q', file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  const urlOf = (databaseUrl: string) => {
    const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(ownPort) })
    // The Unix socket, which would lead past the pooler.
    url.searchParams.delete('host')
    return url.href
  }
  const hasEnded = ended.then(() => {
    throw new Error(`PgBouncer ended:\n${output}`)
  })
  await Promise.race([accepts(urlOf(serverUrl)), hasEnded])
  hasEnded.catch(() => {})
  return {
    urlOf,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits until the pooler lets somebody in. */
async function accepts(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
