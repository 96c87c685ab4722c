import { afterAll, beforeAll, expect, test } from 'vitest'
import { inReadingOrder } from '../../../src/formats/merge/page-forest.ts'
import { filesOf, MemoryBranch } from '../../formats/git/memory-branch.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget, budgetSeed } from '../../support/budget.ts'
import type { GitServer } from '../../support/git-server.ts'
import { patientClient, RandomRounds } from './random-rounds.ts'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  pagesOf,
  type SyncedSpace,
  startServer,
  sync,
} from './synced-space.ts'

let app: TestApp
let server: GitServer

beforeAll(async () => {
  app = await startTestApp()
  server = await startServer()
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const book = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n* [Reference](reference.md)\n\n## More\n\n* [Last](last.md)\n',
  'guide/README.md': '# Guide\n\nSee [how](install.md).\n',
  'guide/install.md': '---\ndescription: How to begin\n---\n\n# Install\n\nFirst line.\n\nSecond line.\n',
  'reference.md': 'Reference\r\n=========\r\n\r\nWindows.\r\n\r\nMore.',
  'last.md': '# Last\n\n|a|b|\n|-|-|\n|1|2|\n\nEnd.\n',
}

/** Returns the order, the titles and the texts that the files of a branch say. */
async function saidByBranch({ repository }: SyncedSpace) {
  const branch = new MemoryBranch(filesOf(repository.files()))
  await branch.pull()
  return inReadingOrder(branch.content.snapshot.pages).map((page) => [
    page.title,
    wordsOf(branch.bodyOf(page)),
  ])
}

const wordsOf = (markdown: string): string =>
  markdown
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')
    .trim()

test('random edits of a space and its branch leave both equal, and lose nothing', {
  timeout: 7_200_000,
}, async () => {
  const seed = budgetSeed()
  const built = await buildSyncedSpace(app, server)
  const space = { ...built, client: patientClient(built.client) }
  const first = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space)
  const rounds = new RandomRounds(space, seed)
  for (let round = 0; round < budget(1, 300); round++) {
    const told = () => `seed ${seed}, round ${round}: ${rounds.done.slice(-12).join(', ')}`
    for (let count = rounds.below(3); count > 0; count--) await rounds.editSpace()
    for (let count = rounds.below(3); count > 0; count--) rounds.editBranch()
    if (rounds.below(3) === 0) await interruptedSync(space, rounds)
    const job = await sync(space)
    const state = await connectionOf(space)
    expect(job.status, `${told()} ${JSON.stringify(job)}`).toBe('completed')
    expect(
      ['synced', 'conflicts', 'history_rewritten', 'contents_broken'],
      `${told()} ${JSON.stringify(state)}`,
    ).toContain(state.state.code.replaceAll('-', '_'))
    await expectEqual(space, rounds, told)
    const head = space.repository.head()
    await sync(space)
    expect(space.repository.head(), told()).toBe(head)
  }
  const { repository, admin } = space
  expect(repository.git(['fsck', '--full', '--strict', '--no-dangling'])).toBe('')
  for (const line of repository.git(['log', '--format=%H %T %ae %P', `${first}..main`]).split('\n')) {
    const [commit, tree, author, ...parents] = line.split(' ')
    if (commit === '') continue
    // A commit of both sides is by nobody of them.
    const authors = [admin.email, 'ada@example.org', ...(parents.length > 1 ? ['noreply@127.0.0.1'] : [])]
    expect(authors, line).toContain(author)
    expect(repository.git(['rev-parse', `${parents[0]}^{tree}`]), line).not.toBe(tree)
  }
})

/** Begins a sync of which the git server cuts off a request, before or after it has done what was asked. */
async function interruptedSync(space: SyncedSpace, rounds: RandomRounds): Promise<void> {
  let left = rounds.below(4)
  const isAfter = rounds.below(2) === 0
  server.fault = (request, response, answer) => {
    if (left-- !== 0) return answer()
    request.on('error', () => {})
    response.on('error', () => {})
    rounds.done.push(`cut off ${request.method} ${request.url}`)
    if (!isAfter) return void request.socket.destroy()
    response.write = () => true
    response.end = ((): typeof response => {
      request.socket.destroy()
      return response
    }) as never
    answer()
  }
  await sync(space).catch(() => {})
  server.fault = undefined
}

async function expectEqual(space: SyncedSpace, rounds: RandomRounds, told: () => string): Promise<void> {
  const pages = await pagesOf(space)
  const files = space.repository.files()
  if (!files['SUMMARY.md']?.includes('<<<<<<<'))
    expect(
      pages.map(({ title, markdown }) => [title, wordsOf(markdown)]),
      told(),
    ).toEqual(await saidByBranch(space))
  const live = pages.map(({ markdown }) => markdown).join('\n')
  const missing = [...rounds.written].filter((word) => !rounds.deleted.has(word) && !live.includes(word))
  if (missing.length === 0) return
  const { client, spaceId } = space
  const { body: requests } = await client.get(`/spaces/${spaceId}/change-requests?limit=1000`)
  const conflicts = await Promise.all(
    requests.items.map(async ({ id }: { id: string }) =>
      JSON.stringify(
        (await client.get(`/spaces/${spaceId}/change-requests/${id}/conflicts?limit=1000`)).body,
      ),
    ),
  )
  const kept = conflicts.join('\n')
  const history = space.repository.git(['log', '--all', '-p', '--format=%H'])
  for (const word of missing) {
    expect(kept.includes(word) || history.includes(word), `${told()}: ${word} is lost`).toBe(true)
    rounds.deleted.add(word)
  }
}
