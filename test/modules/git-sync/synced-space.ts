import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../../../src/base/logger.ts'
import { JobRunner } from '../../../src/modules/jobs/runner.ts'
import { jobWork } from '../../../src/server/jobs.ts'
import { mapConcurrently } from '../../../src/workers/map-concurrently.ts'
import type { TestApp, TestClient } from '../../support/app.ts'
import { buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { type GitServer, type ServedRepository, startGitServer } from '../../support/git-server.ts'

/** A space that speaks to its server, of whatever process. */
export interface ConnectedSpace {
  readonly admin: TestUser
  readonly organizationId: string
  readonly client: TestClient
  readonly spaceId: string
  readonly repository: ServedRepository
}

/** A space of a server in this process. */
export interface SyncedSpace extends ConnectedSpace {
  readonly app: TestApp
}

/** Files with which a branch begins. */
export const smallBook = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '---\ndescription: How to begin\n---\n\n# Install\n\nFirst line.\n\nSecond line.\n',
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
  return { app, ...(await createSyncedSpace(app.as(admin), { admin, organizationId }, server)) }
}

/** Creates a space with no page, and an empty repository. */
export async function createSyncedSpace(
  client: TestClient,
  owner: Pick<ConnectedSpace, 'admin' | 'organizationId'>,
  server: GitServer,
): Promise<ConnectedSpace> {
  const path = `/orgs/${owner.organizationId}/spaces`
  const { body: space } = await client.post(path, { title: 'Guide', empty: true })
  return { ...owner, client, spaceId: space.id, repository: server.createRepository(`book-${++count}`) }
}

/** Connects a space with the branch `main` of its repository. */
export async function connect(
  { client, spaceId, repository }: ConnectedSpace,
  input: object,
): Promise<{ readonly webhookSecret: string }> {
  const answer = await client.put(`/spaces/${spaceId}/git`, { url: repository.url, ...input })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
type Body = any

type Direction = 'import' | 'export'

/** Returns what runs the jobs of an app. */
export const startRunner = ({ config, database }: TestApp): JobRunner =>
  new JobRunner({ config, database, logger: createLogger(process.env.SYNC_LOG ?? 'silent') }, jobWork)

/** Asks for a sync, runs it, and returns its job. */
export async function sync(
  space: SyncedSpace,
  direction: Direction = 'export',
  input: object = {},
): Promise<Body> {
  const runner = startRunner(space.app)
  const job = await syncBy(runner, space, direction, input)
  await runner.stop()
  return job
}

/** Asks for a sync, and returns its job once it was run. */
export async function syncBy(
  runner: JobRunner,
  space: SyncedSpace,
  direction: Direction = 'export',
  input: object = {},
): Promise<Body> {
  const id = await beginSync(space, direction, input)
  await runner.wake()
  return endOfSync(space, id)
}

/** Asks for a sync, and returns the id of its job. */
export async function beginSync(
  { client, spaceId }: ConnectedSpace,
  direction: Direction = 'export',
  input: object = {},
): Promise<string> {
  const { status, body } = await client.post(`/spaces/${spaceId}/git/${direction}`, input)
  if (status !== 202) throw new Error(JSON.stringify(body))
  return body.id
}

/** Waits until the job of a sync has ended, and returns it. */
export async function endOfSync({ client, organizationId }: ConnectedSpace, id: string): Promise<Body> {
  for (;;) {
    const { body: job } = await client.get(`/orgs/${organizationId}/jobs/${id}`)
    if (!['pending', 'in-progress'].includes(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Returns the state of the connection of a space. */
export async function connectionOf({ client, spaceId }: ConnectedSpace): Promise<Body> {
  return (await client.get(`/spaces/${spaceId}/git`)).body
}

/** A page of a space with its text. */
export interface ReadPage {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly path: string
  readonly parent: string | null
  /** Empty for a group and for a link. */
  readonly markdown: string
}

/** The pages whose texts are read at the same time: a server refuses too many of one client. */
const readAtOnce = 20

/** Returns the pages of a space with their texts, in order, each before those below it. */
export async function pagesOf(space: ConnectedSpace): Promise<ReadPage[]> {
  const { body } = await space.client.get(`/spaces/${space.spaceId}/content/pages`)
  return mapConcurrently(flat(body.pages), readAtOnce, (page) => withText(space, page))
}

/** Returns the page of a space with a title, with its text. */
export async function pageTitled(space: ConnectedSpace, title: string): Promise<ReadPage> {
  const { body } = await space.client.get(`/spaces/${space.spaceId}/content/pages`)
  return withText(space, flat(body.pages).find((page) => page.title === title) as ListedPage)
}

async function withText(
  { client, spaceId }: ConnectedSpace,
  { id, type, title, path, parent }: Omit<ReadPage, 'markdown'>,
): Promise<ReadPage> {
  const { status, body } = await client.get(`/spaces/${spaceId}/content/page/${id}?format=markdown`)
  // A page may be gone since, but one that cannot be read at the moment is not empty.
  if (status >= 429) throw new Error(JSON.stringify(body))
  return { id, type, title, path, parent, markdown: body.markdown ?? '' }
}

interface ListedPage extends Omit<ReadPage, 'markdown'> {
  readonly pages?: readonly ListedPage[]
}

const flat = (pages: readonly ListedPage[], parent: string | null = null): ListedPage[] =>
  pages.flatMap((page) => [{ ...page, parent }, ...flat(page.pages ?? [], page.id)])

/** Changes the content of a space by one revision, and returns the answer. */
export async function edit(
  { client, spaceId }: Pick<ConnectedSpace, 'client' | 'spaceId'>,
  changes: readonly object[],
): Promise<Body> {
  const { status, body } = await client.post(`/spaces/${spaceId}/content`, { changes })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
