import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../../../src/base/logger.ts'
import { JobRunner } from '../../../src/modules/jobs/runner.ts'
import { jobWork } from '../../../src/server/jobs.ts'
import type { TestApp, TestClient } from '../../support/app.ts'
import { buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { type GitServer, type ServedRepository, startGitServer } from '../../support/git-server.ts'

export interface SyncedSpace {
  readonly app: TestApp
  readonly admin: TestUser
  readonly organizationId: string
  readonly client: TestClient
  readonly spaceId: string
  readonly repository: ServedRepository
}

/** Starts a git server with its repositories in a folder of its own, which goes when it is closed. */
export async function startServer(): Promise<GitServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-git-'))
  const server = await startGitServer(join(folder, 'served'))
  const { close } = server
  return Object.assign(server, {
    close: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  })
}

let count = 0

/** Builds a space with one page, and an empty repository. */
export async function buildSyncedSpace(app: TestApp, server: GitServer): Promise<SyncedSpace> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const { body: space } = await client.post(`/orgs/${organizationId}/spaces`, { title: 'Guide', empty: true })
  const repository = server.createRepository(`book-${++count}`)
  return { app, admin, organizationId, client, spaceId: space.id, repository }
}

/** Connects a space with the branch `main` of its repository. */
export async function connect(
  { client, spaceId, repository }: SyncedSpace,
  input: object,
): Promise<{ readonly webhookSecret: string }> {
  const answer = await client.put(`/spaces/${spaceId}/git`, { url: repository.url, ...input })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** Returns what runs the jobs of an app. */
export const startRunner = ({ config, database }: TestApp): JobRunner =>
  new JobRunner({ config, database, logger: createLogger(process.env.SYNC_LOG ?? 'silent') }, jobWork)

type Direction = 'import' | 'export'

/** Asks for a sync, runs it, and returns its job. */
export async function sync(space: SyncedSpace, direction: Direction = 'export', input: object = {}) {
  const runner = startRunner(space.app)
  const job = await syncBy(runner, space, direction, input)
  await runner.stop()
  return job
}

/** Asks for a sync, and returns its job once it was run. */
export async function syncBy(
  runner: JobRunner,
  { client, spaceId, organizationId }: SyncedSpace,
  direction: Direction = 'export',
  input: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
): Promise<any> {
  const { status, body } = await client.post(`/spaces/${spaceId}/git/${direction}`, input)
  if (status !== 202) throw new Error(JSON.stringify(body))
  await runner.wake()
  for (;;) {
    const { body: job } = await client.get(`/orgs/${organizationId}/jobs/${body.id}`)
    if (!['pending', 'in-progress'].includes(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Returns the state of the connection of a space. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
export async function connectionOf({ client, spaceId }: SyncedSpace): Promise<any> {
  return (await client.get(`/spaces/${spaceId}/git`)).body
}

/** Returns the pages of a space with their texts, in order, each before those below it. */
export async function pagesOf({
  client,
  spaceId,
}: SyncedSpace): Promise<{ id: string; title: string; path: string; markdown: string }[]> {
  const { body } = await client.get(`/spaces/${spaceId}/content/pages`)
  const pages = flat(body.pages)
  return Promise.all(
    pages.map(async ({ id, title, path }) => {
      const { body: page } = await client.get(`/spaces/${spaceId}/content/page/${id}?format=markdown`)
      return { id, title, path, markdown: page.markdown ?? '' }
    }),
  )
}

interface ListedPage {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly pages?: readonly ListedPage[]
}

const flat = (pages: readonly ListedPage[]): ListedPage[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])])

/** Changes the content of a space by one revision. */
export async function edit({ client, spaceId }: SyncedSpace, changes: readonly object[]): Promise<void> {
  const { status, body } = await client.post(`/spaces/${spaceId}/content`, { changes })
  if (status !== 200) throw new Error(JSON.stringify(body))
}
