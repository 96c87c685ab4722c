import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { childEnvironment } from '../../support/child-environment.ts'

const serve = fileURLToPath(new URL('serve.ts', import.meta.url))
const beforeStart = fileURLToPath(new URL('../../../src/before-start.cjs', import.meta.url))

/** The account of an ordinary user, where we are root and it can reach this project. */
export const ordinaryUser: number | null = findOrdinaryUser()

function findOrdinaryUser(): number | null {
  if (process.getuid?.() !== 0) return null
  const uid = Number(/^nobody:[^:]*:(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1])
  const { status } = spawnSync(process.execPath, ['--check', serve], { uid, gid: uid, cwd: '/' })
  return status === 0 ? uid : null
}

/** A process that runs an embedded database. */
export interface EmbeddedProcess {
  readonly child: ChildProcess
  /** Resolves to the address of the database, once it runs. */
  ready(): Promise<{ url: string; home: string }>
  /** Returns the standard error output so far. */
  log(): string
  /** Its exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals | null>
}

export interface EmbeddedProcessOptions {
  readonly DATA_DIR: string
  readonly UMASK?: string
  readonly SHARED?: 'yes'
  readonly uid?: number
  /** Another script than this project's own. */
  readonly script?: string
}

export function startEmbedded({
  uid,
  script = serve,
  ...environment
}: EmbeddedProcessOptions): EmbeddedProcess {
  const child = spawn(process.execPath, ['-r', beforeStart, script], {
    env: childEnvironment(environment),
    uid,
    gid: uid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  const running = new Promise<{ url: string; home: string }>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
    void exited.then((code) => reject(new Error(`it ended with ${code}: ${log}`)))
  })
  // Those who wait for the exit only must not be bothered by the rejection.
  running.catch(() => {})
  return { child, ready: () => running, log: () => log, exit: () => exited }
}

/** Returns the process of the server of a home folder. */
export const serverPid = (home: string) =>
  Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Returns the process that stops the server when the one that started it is gone. */
export function watchdogPid(server: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,args=']).toString().split('\n')
  const line = lines.find((candidate) => candidate.includes('kill -INT') && candidate.endsWith(` ${server}`))
  return Number.parseInt(line ?? '', 10)
}

export async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}
