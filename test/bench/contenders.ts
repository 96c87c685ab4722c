import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startLectern } from '../start/process.ts'
import { childEnvironment } from '../support/child-environment.ts'

/** The servers that are compared, in the order of their turns. */
export const contenderNames = ['hand-written', 'lectern', 'resolvers', 'postgraphile'] as const

export type ContenderName = (typeof contenderNames)[number]

/** The languages of requests. The two Lecterns speak the same one. */
export type Dialect = 'lectern' | 'postgraphile' | 'hand-written'

/** A server that runs. */
export interface Contender {
  readonly name: ContenderName
  readonly dialect: Dialect
  readonly processId: number
  readonly port: number
  stop(): Promise<void>
}

interface Started {
  readonly child: ChildProcess
  readonly port: number
}

/** A database, and the folder with its files, which every Lectern on it must have. */
export interface Installation {
  readonly url: string
  readonly dataDir: string
}

/** Starts a server on the database. */
export async function startContender(
  name: ContenderName,
  { url, dataDir }: Installation,
): Promise<Contender> {
  const { child, port } = await starters[name]({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { name, dialect: dialects[name], processId: child.pid as number, port, stop }
}

const dialects: Record<ContenderName, Dialect> = {
  'hand-written': 'hand-written',
  lectern: 'lectern',
  resolvers: 'lectern',
  postgraphile: 'postgraphile',
}

type Environment = Record<string, string>

const starters: Record<ContenderName, (environment: Environment) => Promise<Started>> = {
  'hand-written': (environment) => startScript('servers/hand-written.ts', environment),
  lectern: (environment) => startServer(environment),
  resolvers: (environment) => startServer({ ...environment, LECTERN_EXECUTOR: 'resolvers' }),
  postgraphile: (environment) =>
    startScript('servers/postgraphile.mjs', { ...environment, GRAPHILE_ENV: 'production' }),
}

/** Requests are counted as usual, and never refused. */
const manyRequests = { RATE_LIMIT: '1000000', RATE_LIMIT_ADDRESS: '1000000' }

/** Starts Lectern, without a line of log for each request, which the others do not write either. */
async function startServer(environment: Environment): Promise<Started> {
  const lectern = startLectern({
    environment: { ...environment, ...manyRequests, APP_URL: 'http://localhost', LOG_LEVEL: 'warn' },
  })
  const address = await lectern.ready()
  return { child: lectern.child, port: Number(new URL(address).port) }
}

async function startScript(path: string, environment: Environment): Promise<Started> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url))], {
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [, listening] = /listening on (\d+)/.exec(chunk.toString()) ?? []
      if (listening) resolve(Number(listening))
    })
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
  })
  return { child, port }
}
