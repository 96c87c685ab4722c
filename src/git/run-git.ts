import { type ChildProcess, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { traceInto, watchConnections } from './connection-watch.ts'
import { gitEnvironment } from './environment.ts'
import { failureOf } from './failures.ts'
import { GitError, isGitError } from './git-error.ts'
import { localTimeoutMs, maximumOutputBytes, type RemoteLimits } from './limits.ts'
import { gitProblem } from './problems.ts'
import type { GitSettings } from './remote.ts'

/** How far a transfer is: `Receiving objects`, with the objects of it. */
export interface GitProgress {
  readonly step: string
  readonly done: number
  readonly total: number
}

export interface GitCommand {
  readonly args: readonly string[]
  /** The folder of the repository. Absent for a command that needs none. */
  readonly folder?: string | undefined
  readonly settings?: GitSettings | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** The limits of a command that speaks to a server. */
  readonly remoteLimits?: RemoteLimits | undefined
  /** A text that errors must not have. */
  readonly secret?: string | undefined
  /** The time of a command that works on the copy alone. */
  readonly timeoutMs?: number | undefined
  /** Ends the command with CANCELED. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: GitProgress) => void) | undefined
}

/** The number of the stream on which a command that speaks to a server tells of its connections. */
const traceDescriptor = 3

type GitChild = ChildProcess & {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

/** The end of the words of a process that are kept. */
const keptWords = 64 * 1024

const progressLine = /^(?:remote: )?([A-Z][\w ]+): +\d+% \((\d+)\/(\d+)\)/

/** A running git process, with those that it started. */
export class GitProcess {
  readonly #command: GitCommand
  readonly #child: GitChild
  readonly #timer: NodeJS.Timeout
  #stderr = ''
  #stopped: GitError | undefined
  /** Resolves when it ended well, and rejects with a GitError otherwise. */
  readonly ended: Promise<void>

  constructor(command: GitCommand) {
    const { args, folder, settings, environment, remoteLimits, timeoutMs = localTimeoutMs, signal } = command
    this.#command = command
    const child = spawn('git', args, {
      cwd: folder ?? '/',
      env: {
        ...gitEnvironment(settings),
        ...(folder === undefined ? {} : { GIT_DIR: folder }),
        ...(remoteLimits && traceInto(traceDescriptor)),
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe', remoteLimits ? 'pipe' : 'ignore'],
      // A group of its own, so that what git starts ends with it.
      detached: process.platform !== 'win32',
    })
    this.#child = child as GitChild
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    // The process says by its end what became of its input.
    this.#child.stdin.on('error', () => {})
    this.#timer = remoteLimits
      ? this.#limitRemote(remoteLimits)
      : setTimeout(() => this.stop(new GitError('TIMEOUT', slow(Math.round(timeoutMs / 1000)))), timeoutMs)
    const abort = () => this.stop(new GitError('CANCELED'))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    this.ended = this.#end().finally(() => {
      clearTimeout(this.#timer)
      signal?.removeEventListener('abort', abort)
    })
    // Whoever waits for the output first hears of the end later.
    this.ended.catch(() => {})
  }

  get input(): Writable {
    return this.#child.stdin
  }

  get output(): Readable {
    return this.#child.stdout
  }

  /** Ends the process, and those that it started, with an error. */
  stop(error: GitError): void {
    this.#stopped ??= error
    const { pid } = this.#child
    if (pid === undefined || this.#child.exitCode !== null) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }

  #limitRemote({ maxSeconds, maxIdleSeconds }: RemoteLimits): NodeJS.Timeout {
    watchConnections(this.#child.stdio[traceDescriptor] as Readable, maxIdleSeconds * 1000, () =>
      this.stop(new GitError('TIMEOUT', outOfIdleTime(maxIdleSeconds))),
    )
    return setTimeout(() => this.stop(new GitError('TIMEOUT', outOfTime(maxSeconds))), maxSeconds * 1000)
  }

  async #end(): Promise<void> {
    const code = await new Promise<number | null>((resolve, reject) => {
      this.#child.on('error', reject)
      this.#child.on('close', resolve)
    }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      // So it is told too that the folder is gone.
      throw new GitError((await isFolder(this.#command.folder)) ? 'GIT_MISSING' : 'CACHE_BROKEN')
    })
    if (this.#stopped) throw this.#stopped
    if (code !== 0)
      throw failureOf(this.#stderr, this.#command.remoteLimits !== undefined, this.#command.secret)
  }

  #hear(text: string): void {
    this.#stderr = (this.#stderr + text).slice(-keptWords)
    const { onProgress } = this.#command
    if (!onProgress) return
    for (const line of text.split(/[\r\n]/)) {
      const [, step, done, total] = progressLine.exec(line) ?? []
      if (step !== undefined) onProgress({ step, done: Number(done), total: Number(total) })
    }
  }
}

const isFolder = (folder = '/') =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )

interface RunOptions extends GitCommand {
  readonly input?: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> | undefined
  readonly maxOutputBytes?: number | undefined
}

/** Runs git and returns its output. Throws GitError. */
export async function runGit(options: RunOptions): Promise<Buffer> {
  const git = new GitProcess(options)
  const feeding = feed(git, options.input)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of git.output as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > (options.maxOutputBytes ?? maximumOutputBytes)) throw new GitError('TOO_LARGE')
      chunks.push(chunk)
    }
    await Promise.all([git.ended, feeding])
  } catch (error) {
    git.stop(error instanceof GitError ? error : new GitError('CANCELED'))
    await git.ended.catch(() => {})
    throw error
  }
  return Buffer.concat(chunks)
}

/** Writes the input of a process, and ends the process if its source fails. */
async function feed(git: GitProcess, input: RunOptions['input']): Promise<void> {
  if (input === undefined) {
    git.input.end()
    return
  }
  let fault: unknown
  async function* source() {
    try {
      yield* input as AsyncIterable<string | Uint8Array>
    } catch (error) {
      fault = error
      throw error
    }
  }
  await pipeline(source, git.input).catch(() => {
    if (fault === undefined) return
    git.stop(new GitError('CANCELED'))
    throw fault
  })
}

/** Runs git and returns its output as a text without the line end. */
export const readGit = async (options: RunOptions): Promise<string> =>
  (await runGit(options)).toString('utf8').replace(/\n$/, '')

/** Runs git and returns its output, or undefined where it says no by its end alone, without a word. */
export async function askGit(options: RunOptions): Promise<string | undefined> {
  try {
    return (await runGit(options)).toString('utf8').trim()
  } catch (error) {
    if (isGitError(error, 'CACHE_BROKEN') && error.detail === '') return undefined
    throw error
  }
}

const slow = (seconds: number) =>
  gitProblem('GIT_OUT_OF_TIME', `It was ended after ${seconds} seconds.`, { seconds })

const outOfTime = (seconds: number) =>
  gitProblem('GIT_OUT_OF_TIME', `It was ended after the ${seconds} seconds of GIT_MAX_SECONDS.`, { seconds })

const outOfIdleTime = (seconds: number) =>
  gitProblem(
    'GIT_OUT_OF_IDLE_TIME',
    `It was ended after the ${seconds} seconds of GIT_MAX_IDLE_SECONDS in which nothing was heard.`,
    { seconds },
  )
