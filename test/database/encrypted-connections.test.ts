import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import { startTemporaryPostgres } from '../../src/database/embedded/temporary.ts'
import { openDatabase } from '../../src/database/open.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>
let folder: string
let certificate: string

beforeAll(async () => {
  folder = await makeFolder()
  certificate = join(folder, 'server.crt')
  const key = join(folder, 'server.key')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ])
  server = await startTemporaryPostgres(pino({ level: 'silent' }))
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  // The server accepts no key that others can read, or that belongs to another account.
  for (const path of [certificate, key]) {
    const lines = client.escapeLiteral(await readFile(path, 'utf8'))
    await client.query(
      `COPY (SELECT unnest(string_to_array(${lines}, E'\\n'))) TO PROGRAM 'umask 077; cat > ${path.split('/').at(-1)}'`,
    )
  }
  await client.query('ALTER SYSTEM SET ssl = on')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
})
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

/** Opens the database of the server, by the name of its host. Returns whether connections are encrypted, and what was logged. */
async function open(parameters: string, host = 'localhost') {
  const { port, username, password, pathname } = new URL(server.url)
  const DATABASE_URL = `postgres://${username}:${password}@${host}:${port}${pathname}?${parameters.replace('FOLDER', folder)}`
  const lines: string[] = []
  const warnings: string[] = []
  const warn = ({ message }: Error) => void warnings.push(message)
  process.on('warning', warn)
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  try {
    const database = await openDatabase(
      loadConfig({ DATABASE_URL, DATA_DIR: folder, SLOW_STATEMENT_MS: '60000' }),
      logger,
    )
    const { rows } = await database.pool.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    await database.close()
    return { isEncrypted: rows[0]?.ssl, lines, warnings }
  } finally {
    process.off('warning', warn)
  }
}

test.each([
  ['', false],
  ['sslmode=disable', false],
  ['sslmode=no-verify', true],
  ['uselibpqcompat=true&sslmode=require', true],
  ['uselibpqcompat=true&sslmode=verify-ca&sslrootcert=FOLDER/server.crt', true],
  ['sslmode=verify-full&sslrootcert=FOLDER/server.crt', true],
])('connections with "%s" are encrypted: %s', async (parameters, isEncrypted) => {
  expect(await open(parameters)).toEqual({ isEncrypted, lines: [], warnings: [] })
})

test.each(['prefer', 'require', 'verify-ca'])(
  'sslmode=%s verifies in full, and one sentence says so',
  async (mode) => {
    expect(await open(`sslmode=${mode}&sslrootcert=FOLDER/server.crt`)).toEqual({
      isEncrypted: true,
      lines: [expect.stringMatching(`^sslmode=${mode} in DATABASE_URL is taken for verify-full, .*\\.$`)],
      warnings: [],
    })
  },
)

test.each([
  ['sslmode=verify-full', 'localhost', /: self-signed certificate;.* set sslrootcert in the URL to .*\.$/],
  ['sslmode=require', 'localhost', /: self-signed certificate;.* set sslrootcert in the URL to .*\.$/],
  [
    'sslmode=verify-full&sslrootcert=FOLDER/server.crt',
    '127.0.0.1',
    /does not match certificate's altnames: .*; name the server in the URL as its certificate does/,
  ],
  ['sslmode=verify-full&sslrootcert=FOLDER/none.crt', 'localhost', /: ENOENT: no such file .*none\.crt'\.$/],
])(
  'what a certificate does not prove is refused in one sentence: %s at %s',
  async (parameters, host, sentence) => {
    const refusal = await open(parameters, host).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(sentence),
    })
  },
)
