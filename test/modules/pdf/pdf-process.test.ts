import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LecternProcess, startLectern } from '../../start/process.ts'
import { createClient, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import { buildPage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

/** A body that takes many megabytes and some seconds to lay out. */
const longBody = Array.from(
  { length: budget(200, 1_000) },
  (_, line) => `Paragraph ${line} of *many* words and \`code\`.`,
)

let app: TestApp
let lectern: LecternProcess
let client: TestClient
let spaceId: string
let url: string

beforeAll(async () => {
  app = await startTestApp()
  const { id, admin } = await buildOrganization(app)
  lectern = startLectern({
    environment: {
      DATABASE_URL: app.config.databaseUrl ?? '',
      DATA_DIR: app.config.dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
    },
  })
  url = await lectern.ready()
  client = createClient(url, admin.token)
  spaceId = (await buildSpaceWith(client, id, {})).id
  for (const title of ['First', 'Second', 'Third'])
    await buildPage(client, spaceId, { title, document: { markdown: longBody.join('\n\n') } })
})
afterAll(async () => {
  lectern.child.kill('SIGKILL')
  await lectern.exit()
  await app.close()
})

/** Returns the address of a PDF of the space, at the server of its own process. */
async function pdfAddress(query = ''): Promise<string> {
  const { body } = await client.get(`/spaces/${spaceId}/pdf${query}`)
  const { pathname, search } = new URL(body.url)
  return url + pathname + search
}

async function megabytesOf(process: number | undefined): Promise<number> {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${process}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}

/** Returns the processes that the server started. */
async function childrenOfServer(): Promise<number[]> {
  const { pid } = lectern.child
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.split(' ').filter(Boolean).map(Number)
}

/** Kills the processes that the server started, but for those that have ended since they were listed. */
async function killChildren(): Promise<void> {
  for (const child of await childrenOfServer())
    try {
      process.kill(child, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

// Linux tells of processes in /proc.
describe.runIf(isLongRun && process.platform === 'linux')('a PDF', () => {
  test('takes its memory in a process of its own', async () => {
    // The first loads code.
    const small = await buildPage(client, spaceId, { title: 'Small' })
    expect((await fetch(await pdfAddress(`?page=${small}`))).status).toBe(200)
    const before = await megabytesOf(lectern.child.pid)
    const response = await fetch(await pdfAddress())
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    const after = await megabytesOf(lectern.child.pid)
    const rendering = await Promise.all((await childrenOfServer()).map(megabytesOf))
    // What the server took besides is less than half of what rendering takes.
    expect({
      before,
      after,
      rendering,
      isSmall: (after - before) * 2 < Math.max(...rendering, 0),
    }).toMatchObject({
      isSmall: true,
    })
  })

  test('whose process is killed ends with an error that says what to do, and the next is made', async () => {
    const address = await pdfAddress()
    const answer = fetch(address)
    await expect.poll(childrenOfServer).not.toEqual([])
    const answered = answer.then(() => true)
    // The process may have ended a PDF before this one, and wait for another.
    let isAnswered = false
    while (!isAnswered) {
      await killChildren()
      isAnswered = await Promise.race([
        answered,
        new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
      ])
    }
    const response = await answer
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: {
        errors: [
          {
            message: expect.stringContaining('a part of the space'),
            extensions: { reason: 'PDF_PROCESS_ENDED' },
          },
        ],
      },
    })
    expect(response.headers.get('retry-after')).not.toBeNull()
    expect((await fetch(address)).status).toBe(200)
    expect((await client.get(`/spaces/${spaceId}`)).status).toBe(200)
  })

  test('leaves no process behind when its client leaves', async () => {
    await killChildren()
    await expect.poll(childrenOfServer).toEqual([])
    const leaves = new AbortController()
    const answer = fetch(await pdfAddress(), { signal: leaves.signal })
    await expect.poll(childrenOfServer).not.toEqual([])
    leaves.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(childrenOfServer).toEqual([])
  })
})
