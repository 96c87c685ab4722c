import type { ChildProcess } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { createLogger } from '../../../src/base/logger.ts'
import type { GitLink } from '../../../src/generated/prisma/client.ts'
import { claimConnection } from '../../../src/modules/git-sync/leases.ts'
import { maximumPreviews } from '../../../src/modules/git-sync/limits.ts'
import { runSync } from '../../../src/modules/git-sync/run-sync.ts'
import { GitSyncRunner } from '../../../src/modules/git-sync/runner.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitServer } from '../../support/git-server.ts'
import {
  smallBook as book,
  buildSyncedSpace,
  connect,
  connectionOf,
  edit,
  pagesOf,
  pageTitled,
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

test.runIf(isLongRun)('a first sync from git takes the pages of the branch, and pushes nothing', async () => {
  const space = await buildSyncedSpace(app, server)
  const head = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  expect((await pagesOf(space)).map(({ title }) => title)).toEqual(['Welcome', 'Install'])
  expect(space.repository.head()).toBe(head)
  expect(await connectionOf(space)).toMatchObject({ commit: head, state: { code: 'synced' } })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  expect(space.repository.head()).toBe(head)
})

test.runIf(isLongRun)(
  'a first sync starts as many programs for twelve large files as for one: each start holds up the event loop',
  async () => {
    const programs = async (count: number) => {
      const space = await buildSyncedSpace(app, server)
      const large = Array.from({ length: count }, (_, number) => [
        `.gitbook/assets/${number}.bin`,
        randomBytes(1_000_000),
      ])
      space.repository.commit({ ...book, ...Object.fromEntries(large) })
      await connect(space, { direction: 'from-git' })
      const started: ChildProcess[] = []
      const note = (message: unknown) => started.push((message as { process: ChildProcess }).process)
      subscribe('child_process', note)
      expect(await sync(space)).toMatchObject({ status: 'completed' })
      unsubscribe('child_process', note)
      const { body } = await space.client.get(`/spaces/${space.spaceId}/content/files`)
      expect(body.items).toHaveLength(count)
      return started.map(({ spawnargs }) => spawnargs.slice(0, 3).join(' ')).sort()
    }
    expect(await programs(12)).toEqual(await programs(1))
  },
)

test.runIf(isLongRun)(
  'an edit of one paragraph changes that line of one file, by a commit of its author',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const head = space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
    await edit(space, [
      {
        operation: 'update_page',
        page: install?.id,
        document: { markdown: 'First line.\n\nAnother line.\n' },
      },
    ])
    const job = await sync(space)
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    const { repository } = space
    expect(repository.head()).not.toBe(head)
    expect(repository.git(['diff', '--stat', head, 'main'])).toContain(
      '1 file changed, 1 insertion(+), 1 deletion(-)',
    )
    expect(repository.files()['install.md']).toBe(book['install.md'].replace('Second', 'Another'))
    expect(repository.git(['log', '-1', '--format=%an <%ae> %s', 'main'])).toBe(
      `${space.admin.displayName} <${space.admin.email}> Update Install`,
    )
  },
)

test.runIf(isLongRun)(
  'a link that only the space can follow is written as before beside an edit',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    // From the file each leads above the root, or to no file. From the address of the page it leads to one.
    const links = '[up](../../README.md), [beside](welcome/more.md#part) and [from the root](guide/other.md)'
    repository.commit({
      'README.md': '# Home\n',
      'SUMMARY.md':
        '# Contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Welcome](guide/welcome.md)\n    * [More](guide/more.md)\n  * [Other](guide/other.md)\n',
      'guide/README.md': '# Guide\n',
      'guide/welcome.md': `# Welcome\n\nSee ${links}.\n\nLast line.\n`,
      'guide/more.md': '# More\n',
      'guide/other.md': '# Other\n',
    })
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const page = await pageTitled(space, 'Welcome')
    expect(page.markdown).toContain('Last line.')
    const markdown = page.markdown.replace('Last line.', 'New line.')
    await edit(space, [{ operation: 'update_page', page: page.id, document: { markdown } }])
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    const changed = repository.git(['diff', '-U0', 'main~1', 'main']).split('\n').slice(5)
    expect(changed).toEqual(['-Last line.', '+New line.'])
  },
)

test.runIf(isLongRun)(
  'a commit becomes a revision with its message, and what it does not change stays',
  async () => {
    const space = await buildSyncedSpace(app, server)
    space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space, 'import')
    const before = await pagesOf(space)
    const head = space.repository.commit(
      { 'install.md': `${book['install.md']}\nThird line.\n` },
      { message: 'Add a line' },
    )
    const job = await sync(space, 'import')
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    const after = await pagesOf(space)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[1]?.markdown).toContain('Third line.')
    expect(after[0]).toEqual(before[0])
    const { body } = await space.client.get(`/spaces/${space.spaceId}/content`)
    expect(body.git).toMatchObject({ oid: head, message: 'Add a line' })
  },
)

test.runIf(isLongRun)('a page that was renamed in git stays the same page', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space, 'import')
  const before = await pagesOf(space)
  space.repository.commit({
    'install.md': null,
    'setup.md': book['install.md'],
    'SUMMARY.md': book['SUMMARY.md'].replace('install.md', 'setup.md'),
  })
  expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
  expect((await pagesOf(space)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test.runIf(isLongRun)(
  'where both changed the same lines, the space keeps its own, and a change request has those of the branch',
  async () => {
    const space = await buildSyncedSpace(app, server)
    space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space, 'import')
    const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
    await edit(space, [
      { operation: 'update_page', page: install?.id, document: { markdown: 'First line.\n\nOurs.\n' } },
    ])
    space.repository.commit({
      'install.md': book['install.md'].replace('Second line', 'Theirs'),
      'README.md': '# Welcome\n\nHello again.\n',
    })
    const job = await sync(space, 'import')
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', gitSync: { conflictCount: 1 } })
    const pages = await pagesOf(space)
    expect(pages.map(({ markdown }) => markdown).join()).toContain('Ours.')
    expect(pages.map(({ markdown }) => markdown).join()).toContain('Hello again.')
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'conflicts' } })
    const { body: conflicts } = await space.client.get(
      `/spaces/${space.spaceId}/change-requests/${job.gitSync.changeRequest}/conflicts`,
    )
    expect(conflicts.items).toHaveLength(1)
    expect(JSON.stringify(conflicts.items[0])).toContain('Theirs.')
    expect(JSON.stringify(conflicts.items[0])).toContain('Ours.')
  },
)

test.runIf(isLongRun)(
  'a file that is renamed in the space is renamed in the branch, with the links to it',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const head = space.repository.commit({
      ...book,
      'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
      'install.md': '# Install\n\n![Logo](assets/logo.svg)\n',
    })
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const { client, spaceId, repository } = space
    const [file] = (await client.get(`/spaces/${spaceId}/content/files`)).body.items
    await edit(space, [{ operation: 'update_file', file: file.id, name: 'mark.svg' }])
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(repository.git(['diff', '--name-status', '-M', head, 'main']).split('\n').sort()).toEqual([
      'M\tinstall.md',
      'R100\tassets/logo.svg\tassets/mark.svg',
    ])
    expect(repository.git(['show', 'main:install.md'])).toContain('assets/mark.svg')
    expect((await client.get(`/spaces/${spaceId}/content/files/${file.id}`)).body.name).toBe('mark.svg')
  },
)

test('edits of both sides are merged: the branch has a commit of each revision, and one that joins both', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space)
  const [welcome, install] = await pagesOf(space)
  await edit(space, [
    { operation: 'update_page', page: install?.id, document: { markdown: 'First line.\n\nOurs.\n' } },
  ])
  const theirs = space.repository.commit({ 'README.md': '# Welcome\n\nHello again.\n' })
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  const { repository } = space
  const files = repository.files()
  expect(files['install.md']).toBe(book['install.md'].replace('Second line.', 'Ours.'))
  expect(files['README.md']).toBe('# Welcome\n\nHello again.\n')
  expect(repository.git(['rev-list', '--count', '--no-merges', `${theirs}..main`])).toBe('1')
  expect(repository.git(['rev-list', '--count', '--merges', `${theirs}..main`])).toBe('1')
  const pages = await pagesOf(space)
  expect(pages.map(({ id }) => id)).toEqual([welcome?.id, install?.id])
  expect(pages.map(({ markdown }) => markdown).join()).toMatch(/Hello again\..*Ours\./s)
  const head = repository.head()
  expect(await sync(space)).toMatchObject({ status: 'completed', gitSync: { changeCount: 0 } })
  expect(repository.head()).toBe(head)
})

test.runIf(isLongRun)(
  'a commit is named after what it does, and a page that becomes a parent is a rename',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    repository.commit(book)
    await connect(space, { direction: 'from-git' })
    expect((await connectionOf(space)).state.message).toBe('No sync has ended yet.')
    await sync(space)
    const [, install] = await pagesOf(space)
    const child = {
      operation: 'insert_page',
      title: 'Windows',
      into: install?.id,
      document: { markdown: 'Text.\n' },
    }
    const { changes } = await edit(space, [child])
    await sync(space)
    const subject = () => repository.git(['log', '-1', '--format=%s', 'main'])
    expect(subject()).toBe('Add Windows')
    expect(repository.git(['diff', '-M', '--name-status', 'main~1', 'main']).split('\n')).toEqual([
      'M\tSUMMARY.md',
      'R100\tinstall.md\tinstall/README.md',
      'A\tinstall/windows.md',
    ])
    await edit(space, [{ operation: 'delete_page', page: changes[0].page.id }])
    await sync(space)
    expect(subject()).toBe('Delete install/windows.md')
  },
)

test('a conflict leaves both sides equal after the push, and its commit names the change request', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space)
  const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
  await edit(space, [
    { operation: 'update_page', page: install?.id, document: { markdown: 'First line.\n\nOurs.\n' } },
  ])
  space.repository.commit({ 'install.md': book['install.md'].replace('Second line', 'Theirs') })
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', gitSync: { conflictCount: 1 } })
  expect(space.repository.files()['install.md']).toContain('Ours.')
  expect(space.repository.git(['log', '-1', '--format=%B', 'main'])).toContain(job.gitSync.changeRequest)
  expect(await connectionOf(space)).toMatchObject({ state: { code: 'conflicts' } })
  await space.client.patch(`/spaces/${space.spaceId}/change-requests/${job.gitSync.changeRequest}`, {
    status: 'archived',
  })
  await sync(space)
  expect(await connectionOf(space)).toMatchObject({ state: { code: 'synced' } })
})

test.runIf(isLongRun)(
  'a first sync from the space makes the branch, or keeps what it had in another',
  async () => {
    const space = await buildSyncedSpace(app, server)
    await edit(space, [{ operation: 'insert_page', title: 'Ours', document: { markdown: 'Text.\n' } }])
    await connect(space, { direction: 'from-space' })
    const made = await sync(space)
    expect(made, JSON.stringify(made)).toMatchObject({ status: 'completed' })
    expect(made.gitSync).not.toHaveProperty('keptBranch')
    expect(Object.values(space.repository.files()).join()).toContain('Text.')
    const other = await buildSyncedSpace(app, server)
    await edit(other, [{ operation: 'insert_page', title: 'Ours', document: { markdown: 'Text.\n' } }])
    const theirs = other.repository.commit({ ...book, 'code.js': 'run()\n' })
    await connect(other, { direction: 'from-space' })
    const job = await sync(other)
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    expect(other.repository.head(job.gitSync.keptBranch)).toBe(theirs)
    const files = other.repository.files()
    expect(files['code.js']).toBe('run()\n')
    expect(files).not.toHaveProperty('install.md')
  },
)

test.runIf(isLongRun)('a dry run reports the changes of both sides, and makes none', async () => {
  const space = await buildSyncedSpace(app, server)
  const head = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  const first = await sync(space, 'export', { dryRun: true })
  expect(first.gitSync.changes.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Install',
    'Welcome',
  ])
  expect(await pagesOf(space)).toEqual([])
  await sync(space)
  const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
  await edit(space, [{ operation: 'update_page', page: install?.id, document: { markdown: 'Other.\n' } }])
  const job = await sync(space, 'export', { dryRun: true })
  expect(job.gitSync, JSON.stringify(job)).toMatchObject({
    isDryRun: true,
    changes: [{ side: 'branch', kind: 'changed', name: 'install.md' }],
  })
  expect(space.repository.head()).toBe(head)
})

test.runIf(isLongRun)(
  'what is said of a state and of a file has a name, and what git says has none',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const said = async () => {
      const { data } = await space.client.gql(
        `query ($id: ID!) {
        gitLink(spaceId: $id) {
          state { code detail named { name values } }
          problems { code message named { name values } }
        }
      }`,
        { id: space.spaceId },
      )
      return data.gitLink
    }
    const contents =
      '# Table of contents\n\n* [Welcome](README.md)\n* [Gone](gone.md)\n* [Install](install.md)\n'
    space.repository.commit({ ...book, 'SUMMARY.md': contents, 'install.md': '---\n[\n---\n\n# Install\n' })
    await connect(space, { direction: 'from-git', directory: 'none' })
    const job = await sync(space)
    expect(job.error.message).toBe('DIRECTORY_GONE: The branch has no such folder. There is no folder none.')
    const { data } = await space.client.gql(
      'query ($id: ID!) { node(id: $id) { ... on Job { error { extensions } } } }',
      {
        id: job.id,
      },
    )
    expect(data.node.error.extensions.values.problem).toMatchObject({
      name: 'GIT_STATE_DETAILED',
      values: { problem: { name: 'GIT_STATE_DIRECTORY_GONE' }, cause: { name: 'GIT_FOLDER_MISSING' } },
    })
    expect(await said()).toEqual({
      state: {
        code: 'DIRECTORY_GONE',
        detail: 'There is no folder none.',
        named: { name: 'GIT_FOLDER_MISSING', values: { path: 'none' } },
      },
      problems: [],
    })
    await connect(space, { directory: '' })
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(await said()).toEqual({
      state: { code: 'SYNCED', detail: null, named: null },
      problems: [
        {
          code: 'PAGE_MISSING',
          message: 'lists gone.md, but there is no such file.',
          named: { name: 'GIT_CONTENTS_LIST_MISSING', values: { path: 'gone.md' } },
        },
        {
          code: 'FRONT_MATTER_BROKEN',
          message: expect.stringContaining('Its fields are not read until it is corrected.'),
          named: {
            name: 'GIT_FRONT_MATTER_NOT_READ',
            values: { problem: expect.objectContaining({ name: 'IMPORT_FRONT_MATTER_MALFORMED' }) },
          },
        },
      ],
    })
    server.fault = (_request, response) => response.destroy()
    await sync(space)
    server.fault = undefined
    expect((await said()).state).toEqual({ code: 'UNREACHABLE', detail: expect.any(String), named: null })
  },
)

test.runIf(isLongRun)(
  'a branch that is gone, a token that is refused and a server that is away are states, and the next sync goes on',
  async () => {
    const space = await buildSyncedSpace(app, server)
    await connect(space, { direction: 'from-git', branch: 'draft' })
    expect(await sync(space)).toMatchObject({ status: 'failed', error: { reason: 'GIT_SYNC_FAILED' } })
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'branch-gone' }, failures: 1 })
    space.repository.commit(book, { branch: 'draft' })
    server.token = 'right'
    await connect(space, { token: 'wrong' })
    await sync(space)
    server.token = undefined
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'unauthorized' } })
    server.fault = (_request, response) => response.destroy()
    await sync(space)
    server.fault = undefined
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'unreachable' } })
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'synced' }, failures: 0 })
  },
)

test('a webhook with its signature makes a sync due, and shows pull requests as change requests', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  const { webhookSecret } = await connect(space, { direction: 'from-git' })
  await sync(space)
  const draft = space.repository.commit(
    { 'install.md': `${book['install.md']}\nProposed line.\n` },
    { branch: 'draft', parent: space.repository.head() as string },
  )
  space.repository.git(['update-ref', 'refs/pull/7/head', draft])
  const send = (event: string, payload: object, secret = webhookSecret) => {
    const body = JSON.stringify(payload)
    return fetch(`${app.url}/v1/spaces/${space.spaceId}/git/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitHub-Event': event,
        'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
  }
  const pull = {
    number: 7,
    pull_request: {
      number: 7,
      title: 'Draft',
      html_url: 'https://example.com/7',
      state: 'open',
      base: { ref: 'main' },
      head: { ref: 'draft', sha: draft },
    },
  }
  expect((await send('pull_request', pull, 'wrong')).status).toBe(404)
  expect((await send('pull_request', pull)).status).toBe(202)
  expect(await (await send('push', { ref: 'refs/heads/main', after: draft })).json()).toEqual({ syncs: true })
  expect(await (await send('push', { ref: 'refs/heads/other', after: draft })).json()).toEqual({
    syncs: false,
  })
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  const { body } = await space.client.get(`/spaces/${space.spaceId}/git/previews`)
  expect(body.items).toMatchObject([{ ref: 'refs/pull/7/head', commit: draft, state: 'synced' }])
  const { body: changes } = await space.client.get(
    `/spaces/${space.spaceId}/change-requests/${body.items[0].changeRequest}/changes`,
  )
  expect(JSON.stringify(changes)).toContain('Install')
  expect(JSON.stringify(changes)).not.toContain('Welcome')
})

test.runIf(isLongRun)('the runner pushes edits, and syncs what is due', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  const runner = new GitSyncRunner({
    ...app,
    logger: createLogger('silent'),
    events: { onNew: () => () => {} },
  })
  try {
    await vi.waitFor(
      async () => {
        runner.wake()
        expect(await connectionOf(space)).toMatchObject({ state: { code: 'synced' } })
      },
      { timeout: 30_000, interval: 100 },
    )
    const [, install] = await pagesOf(space)
    await edit(space, [{ operation: 'update_page', page: install?.id, document: { markdown: 'Pushed.\n' } }])
    await app.database.write(
      `UPDATE "Space" SET "updatedAt" = "updatedAt" - interval '1 minute' WHERE id = $1`,
      [space.spaceId],
    )
    const { commit } = await connectionOf(space)
    await vi.waitFor(
      async () => {
        runner.wake()
        expect((await connectionOf(space)).commit).not.toBe(commit)
      },
      { timeout: 30_000, interval: 100 },
    )
    expect(space.repository.files()['install.md']).toContain('Pushed.')
  } finally {
    await runner.stop()
  }
})

test('refuses syncs without a connection, a token for another server, and more previews than fit', async () => {
  const space = await buildSyncedSpace(app, server)
  const { client, spaceId } = space
  const path = `/spaces/${spaceId}/git`
  expect((await client.post(`${path}/import`)).body.error.reason).toBe('GIT_NOT_CONNECTED')
  await connect(space, { direction: 'from-git', token: 'secret' })
  const elsewhere = await client.put(path, { url: 'https://github.com/acme/docs' })
  expect(elsewhere.body.error).toMatchObject({
    reason: 'GIT_TOKEN_REQUIRED',
    fields: [{ path: 'token' }],
  })
  const { id } = (await client.get(path)).body
  await app.database.prisma.gitPreview.createMany({
    data: Array.from({ length: maximumPreviews }, (_, index) => ({
      id: newId('GitPreview'),
      connectionId: id,
      ref: `refs/heads/draft-${index}`,
    })),
  })
  expect((await client.post(`${path}/previews`, { ref: 'one-more' })).body.error.reason).toBe(
    'TOO_MANY_GIT_PREVIEWS',
  )
})

test.runIf(isLongRun)(
  'a sync whose connection is changed meanwhile leaves the space to the next one',
  async () => {
    const space = await buildSyncedSpace(app, server)
    space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    const connection = await claimConnection(app.database, 'runner', space.spaceId)
    await connect(space, { pollMinutes: 5 })
    const services = { config: app.config, database: app.database, logger: createLogger('silent') }
    const { signal } = new AbortController()
    await expect(runSync(services, connection as GitLink, { signal })).rejects.toMatchObject({
      reason: 'GIT_CONNECTION_CHANGED',
    })
    expect(await pagesOf(space)).toEqual([])
    expect(await sync(space)).toMatchObject({ status: 'completed' })
  },
)

test.runIf(isLongRun)(
  'a repository is asked for once, with a user in its address as it is written there',
  async () => {
    const { client, spaceId } = await buildSyncedSpace(app, server)
    for (const user of ['writer', 'a%zz', 'a%40b:%'])
      expect(
        (
          await client.post(`/spaces/${spaceId}/git/import`, {
            url: `https://${user}@example.com/x`,
            ref: 'main',
          })
        ).status,
      ).toBe(204)
  },
)
