import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../support/child-environment.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** A Lectern process of its own, started as `npm start` starts it. */
export interface LecternProcess {
  readonly child: ChildProcess
  /** Returns the output so far, including logs. */
  output(): string
  /** The address it listens on, once it says so. */
  ready(): Promise<string>
  /** The token that it printed. */
  token(): string
  /** Its exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals | null>
}

export interface ProcessOptions {
  readonly environment: Record<string, string>
  readonly uid?: number
  /** Another folder with the program than that of this project. */
  readonly cwd?: string
  /** Another way to start it. */
  readonly command?: readonly [string, ...string[]]
}

/** Waits for nobody: neither at the start for the database, nor at the end for a balancer. */
const quickly = { HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0', DATABASE_WAIT_SECONDS: '0' }

export function startLectern({
  environment,
  uid,
  cwd = project,
  command = [process.execPath, ...scriptParameters('start')],
}: ProcessOptions): LecternProcess {
  const [program, ...parameters] = command
  const child = spawn(program, parameters, {
    cwd,
    env: childEnvironment({ ...quickly, ...environment }),
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    // Once its output was read to the end, too.
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  const listening = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /GraphiQL +(http:\/\/[^/]+)\/graphql[\s\S]*\n/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    void exited.then((code) => reject(new Error(`Lectern ended with ${code}:\n${output}`)))
  })
  // Those who wait for the exit only must not be bothered by the rejection.
  listening.catch(() => {})
  return {
    child,
    output: () => output,
    ready: () => listening,
    token: () => /API token +(\S+)/.exec(output)?.[1] ?? '',
    exit: () => exited,
  }
}
