import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { expect } from 'vitest'
import { startLectern } from '../start/process.ts'
import { createClient, type TestApp, type TestClient } from '../support/app.ts'
import { childEnvironment } from '../support/child-environment.ts'
import type { LightClientEnvironment, LightClientReport } from './light-client.ts'

/** The maximum delay and memory of heavy work on an idle machine with two cores. */
const budget = { milliseconds: 250, megabytes: 500 }

/** An answer without its body. */
export interface AnswerHead {
  readonly status: number
  readonly retryAfter: string | null
}

/** A request whose answer is not kept. */
export interface HeavyRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  /** A text is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string | null
}

/**
 * A Lectern in a process of its own, on the database and the files of an app: what others wait for during heavy work is then
 * neither the work of the test nor that of the app.
 */
export interface MeasuredServer {
  readonly url: string
  as(holder: { token: string } | null): TestClient
  /** Sends a request and reads its answer to the end, without parsing it. */
  send(request: HeavyRequest): Promise<AnswerHead>
  /** Measures what others notice of the work, and expects that it ends well or with an error that says what to do. */
  measure(name: string, work: () => Promise<readonly AnswerHead[]>): Promise<void>
  /** Ends the process and prints what was measured. */
  close(): Promise<void>
}

export async function startMeasuredServer(
  { config }: Pick<TestApp, 'config'>,
  light: { token: string },
): Promise<MeasuredServer> {
  const lectern = startLectern({
    environment: {
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      OUTBOUND_ALLOW: '127.0.0.1/32',
      // The light requests that are sent one after the other would use up the points of their user.
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
    },
  })
  const url = await lectern.ready()
  const table: Record<string, object> = {}
  const send = async ({ method = 'GET', path, body, headers, token = null }: HeavyRequest) => {
    const answer = await request(url + path, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    for await (const _chunk of answer.body);
    return { status: answer.statusCode, retryAfter: [answer.headers['retry-after']].flat()[0] ?? null }
  }
  return {
    url,
    as: (holder) => createClient(url, holder?.token ?? null),
    send,
    measure: async (name, work) => {
      const memory = await sampleMemory(lectern.child.pid)
      const lightRequests = await startLightRequests({
        LIGHT_URL: `${url}/v1/user`,
        LIGHT_TOKEN: light.token,
      })
      const startedAt = performance.now()
      const answers = await work()
      const took = performance.now() - startedAt
      const { slowestMs, sent, refused } = await lightRequests.stop()
      const megabytes = memory.stop()
      table[name] = {
        answers: countStatuses(answers),
        ms: Math.round(took),
        'light requests': sent,
        'slowest light ms': Math.round(slowestMs),
        'more MB': megabytes,
      }
      const failed = answers.filter(({ status }) => status >= 500 && status !== 503)
      const mute = answers.filter(
        ({ status, retryAfter }) => [429, 503].includes(status) && retryAfter === null,
      )
      expect({ failed, mute, refused }).toEqual({ failed: [], mute: [], refused: [] })
      expect.soft(slowestMs).toBeLessThan(budget.milliseconds)
      expect.soft(megabytes).toBeLessThan(budget.megabytes)
    },
    close: async () => {
      console.table(table)
      lectern.child.kill('SIGKILL')
      await lectern.exit()
    },
  }
}

/** Starts the process of a client that sends light requests until `stop`. */
async function startLightRequests(
  environment: LightClientEnvironment,
): Promise<{ stop(): Promise<LightClientReport> }> {
  const client = fork(fileURLToPath(new URL('light-client.ts', import.meta.url)), {
    env: childEnvironment({ ...environment }),
    execArgv: [],
  })
  await once(client, 'message')
  return {
    stop: async () => {
      client.send('stop')
      const [report] = await once(client, 'message')
      return report
    },
  }
}

function countStatuses(answers: readonly AnswerHead[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** Samples the memory of a process until `stop`, which returns by how many megabytes it grew at most. */
async function sampleMemory(pid: number | undefined): Promise<{ stop(): number }> {
  const before = await residentBytes(pid)
  let peak = before
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      peak = Math.max(peak, bytes)
    })
  }, 20)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round((peak - before) / 1e6)
    },
  }
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
