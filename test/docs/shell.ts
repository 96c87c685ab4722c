import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { scriptParameters } from '../support/script-parameters.ts'

export interface CommandResult {
  readonly output: string
  readonly errors: string
  /** Whether every command ended with 0, and every curl with a status below 400. */
  readonly succeeded: boolean
}

/** A bash in which commands run one after the other and keep their variables and functions. */
export interface Shell {
  run(commands: string): Promise<CommandResult>
  set(name: string, value: string): Promise<void>
  get(name: string): Promise<string>
  close(): Promise<void>
}

/** curl ends its output with a newline here, so that responses can be told apart. */
const prelude = `set -E -o pipefail
trap 'failed=1' ERR
curl() { command curl --silent --show-error --fail-with-body "$@"; local status=$?; echo; return $status; }
`

/** npm takes half of the time of a command. In `npm test`, what it runs for `npm run lectern` is run without it. */
const withoutNpm = `npm() { shift 3; '${process.execPath}' ${scriptParameters('lectern').join(' ')} "$@"; }
`

export async function openShell(environment: Record<string, string>): Promise<Shell> {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    env: childEnvironment({ HOME: process.env.HOME, ...environment }),
  })
  const run = async (commands: string): Promise<CommandResult> => {
    const mark = randomUUID()
    const output = readUntil(bash, 'stdout', mark)
    const errors = readUntil(bash, 'stderr', mark)
    bash.stdin.write(`failed=0\n${commands}\necho "${mark}" >&2; echo "${mark} $failed"\n`)
    const [written, rest] = (await output).split(mark) as [string, string]
    return {
      output: written,
      errors: (await errors).split(mark)[0] as string,
      succeeded: rest.trim() === '0',
    }
  }
  await run(prelude)
  if (!isLongRun) await run(withoutNpm)
  return {
    run,
    set: async (name, value) => {
      await run(`export ${name}='${value}'`)
    },
    get: async (name) => (await run(`printf '%s' "$${name}"`)).output,
    close: () =>
      new Promise((resolve) => {
        bash.on('exit', () => resolve())
        bash.stdin.end()
      }),
  }
}

/** Reads a stream up to the end of the line with the mark. */
function readUntil(
  bash: ChildProcessWithoutNullStreams,
  stream: 'stdout' | 'stderr',
  mark: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const collect = (chunk: Buffer) => {
      text += chunk.toString()
      const at = text.indexOf(mark)
      if (at >= 0 && text.indexOf('\n', at) >= 0) finish(() => resolve(text))
    }
    const fail = () => finish(() => reject(new Error(`bash ended: ${text}`)))
    const finish = (settle: () => void) => {
      bash[stream].off('data', collect)
      bash.off('exit', fail)
      settle()
    }
    bash[stream].on('data', collect)
    bash.on('exit', fail)
  })
}
