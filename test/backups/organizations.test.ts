import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWholeFile } from '../../src/backups/archive.ts'
import { exportOrganization } from '../../src/backups/organizations/export-organization.ts'
import { type ImportResult, importOrganization } from '../../src/backups/organizations/import-organization.ts'
import { keptBehind, ownedTables, readReferences } from '../../src/backups/organizations/owned-tables.ts'
import { newId } from '../../src/base/identifiers.ts'
import { insertRow } from '../../src/database/rows.ts'
import type { User } from '../../src/generated/prisma/client.ts'
import { indexSpaces } from '../../src/modules/search/jobs.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { addressOf, rowName, startWorldApp, type World } from '../contract/world.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { budget, isLongRun, oneRowIn } from '../support/budget.ts'
import { buildPage, sendChanges } from '../support/factories/content.ts'
import { buildOrganization, buildToken } from '../support/factories/organizations.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'
import { runLectern } from '../support/run-lectern.ts'

let app: TestApp
let world: World
let folder: string
let file: string
let spaceId: string
let pageId: string
/** Another installation, which has an organization of its own, and a user with the address of the admin. */
let other: TestApp

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  await addContent()
  folder = await makeFolder()
  file = join(folder, 'acme.organization')
  const result = await exportOrganization({
    ...app,
    organizationId: world.organizationId,
    keep: (bytes) => writeWholeFile(file, bytes),
    report: () => {},
  })
  expect(result.missing).toEqual([])
  other = await startOwnTestApp()
  await buildOrganization(other)
}, 120_000)
afterAll(async () => {
  await other.close()
  await app.close()
  await removeFolder(folder)
})

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>'

/** Adds a logo and a file, and a page that mentions a page, a file, a space and a user by their ids. */
async function addContent(): Promise<void> {
  const { client } = world
  const find = (name: string) => routes.find((route) => rowName(route) === name) as Route
  spaceId = world.parametersFor(find('GET /spaces/:spaceId')).spaceId as string
  const target = await buildPage(client, spaceId, { title: 'Target' })
  const inserted = await sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('the file').toString('base64') }],
  })
  const image = { name: 'logo.svg', base64: Buffer.from(logo).toString('base64') }
  expect((await client.post(`/orgs/${world.organizationId}/logo`, image)).status).toBe(201)
  const user = (await client.get('/user')).body.id
  const refs = [
    { kind: 'page', page: target },
    { kind: 'file', file: inserted.body.insertedFiles[0].id },
    { kind: 'space', space: spaceId },
    { kind: 'user', user },
  ]
  const link = (ref: object) => ({
    object: 'inline',
    type: 'link',
    data: { ref },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'zebra', marks: [] }] }],
  })
  const nodes = [{ object: 'block', type: 'paragraph', nodes: refs.map(link) }]
  pageId = await buildPage(client, spaceId, {
    title: 'Links',
    document: { document: { object: 'document', nodes } },
  })
}

const importInto = (place: TestApp, isCopy = false): Promise<ImportResult> =>
  importOrganization({ ...place, open: async () => createReadStream(file), isCopy, report: () => {} })

/** The rows about what stays with an installation, as git links do, or is made for a moment. */
const elsewhere =
  /webhooks|audit-events|events|saml|oidc|sso|invites|tokens|sessions|jobs|imports|email-domains|preview|\/git(\/|$)|^GET \/(trash\/)?orgs$/

/** Leaves out what the server adds, and what is signed for a time. */
const withoutServer = ({ url }: TestApp, text: string) =>
  text.replaceAll(url, 'http://server').replace(/(expires=|signature=|"requestId":")[\w-]+/g, '')

/** Returns answers without the repositories of spaces: connections stay with the installation that has their tokens. */
const withoutGit = (text: string) => text.replace(/"gitSync":\{[^}]*\},?/g, '')

/** The answers of all rows that read something of the organization, by their names, without what the server adds. */
async function readAll(place: TestApp, client: TestClient, map = (text: string) => text) {
  const answers: Record<string, string> = {}
  const rows = routes.filter((route) => route.method === 'GET' && !elsewhere.test(rowName(route)))
  for (const route of oneRowIn(3, rows)) {
    const { status, body } = await client.get(map(addressOf(route, world.parametersFor(route))))
    answers[rowName(route)] = withoutServer(place, JSON.stringify({ status, body }))
  }
  return answers
}

/** Downloads the logo and the file with the content, and reads the page that mentions everything, by the ids of a place. */
async function readContent(place: TestApp, client: TestClient, map = (text: string) => text) {
  const { body } = await client.get(map(`/spaces/${spaceId}/content/files`))
  const { urls } = (await client.get(map(`/orgs/${world.organizationId}`))).body
  const addresses = [urls.logo, ...body.items.map((item: { downloadURL: string }) => item.downloadURL)]
  const answers = await Promise.all(addresses.map((url) => fetch(url).then((answer) => answer.text())))
  const page = await client.get(map(`/spaces/${spaceId}/content/page/${pageId}`))
  const links = await client.get(map(`/spaces/${spaceId}/content/page/${pageId}/links`))
  const text = JSON.stringify([page.body, links.body])
  return [answers, withoutServer(place, text)] as const
}

test('an organization is added to another installation, where everything of it is read as before', async () => {
  // The admin is a user there already, with another id.
  const [admin] = await app.database.query<User>('SELECT * FROM "User" WHERE id = $1', [
    (await world.client.get('/user')).body.id,
  ])
  const { displayName, email, createdAt } = admin ?? {}
  const id = newId('User')
  await insertRow(other.database.write, 'User', { id, displayName, email, createdAt })
  const { map, ...result } = await importInto(other)
  expect(result).toMatchObject({ id: world.organizationId, knownUsers: 1, newUsers: 2, notes: [] })
  const member = other.as(await buildToken(other, { id }))
  const before = await readAll(app, world.client)
  expect(Object.keys(before).length).toBeGreaterThan(budget(33, 100))
  const there = await readAll(other, member, map)
  // Changes are kept in memory by the ids of revisions, which both installations have, and both are of this process.
  const differing = Object.keys(before).filter(
    (name) => there[name] !== withoutGit(map(before[name] ?? '')) && !name.endsWith('/changes'),
  )
  expect(differing).toEqual([])
  expect(withoutGit(Object.values(before).join())).not.toBe(Object.values(before).join())
  const [files, page] = await readContent(app, world.client)
  expect(files[0]).toBe(logo)
  expect(await readContent(other, member, map)).toEqual([files, withoutGit(map(page))])
  expect(map(page)).toContain(id)
  await indexSpaces(other.database, () => {})
  const search = `/spaces/${spaceId}/search?query=zebra`
  const found = (await world.client.get(search)).body
  expect(found.items).toHaveLength(1)
  const foundThere = JSON.stringify((await member.get(search)).body)
  expect(withoutServer(other, foundThere)).toBe(withoutServer(app, JSON.stringify(found)))
  await expect(importInto(other)).rejects.toThrow(
    'The organization is here already; --new-ids adds a copy of it',
  )
  // It can be written as before: the triggers are on again, and its users have their rights.
  expect(await buildPage(member, spaceId, { title: 'New' })).toMatch(/^pag/)
})

test.runIf(isLongRun)(
  'a copy beside the original has the same with new ids, in the same order, and shares nothing with it',
  async () => {
    const before = await readAll(app, world.client)
    const content = await readContent(app, world.client)
    // What leads to one organization only leads to the copy now.
    const { pool } = app.database
    for (const statement of [
      'UPDATE "Site" SET hostname = NULL',
      'UPDATE "Organization" SET hostname = NULL',
    ])
      await pool.query(statement)
    await pool.query('DELETE FROM "ShareLink"')
    const original = await readAll(app, world.client)
    const { id, map, knownUsers, notes } = await importInto(app, true)
    expect([id === world.organizationId, knownUsers, notes]).toEqual([false, 3, []])
    const answers = await readAll(app, world.client, map)
    const expected = Object.fromEntries(
      Object.entries(before).map(([name, answer]) => [name, withoutGit(map(answer))]),
    )
    expect(Object.keys(expected).filter((name) => answers[name] !== expected[name])).toEqual([])
    const [files, page] = await readContent(app, world.client, map)
    expect([files, page]).toEqual([content[0], withoutGit(map(content[1]))])
    expect(page).not.toContain(spaceId)
    const after = await readAll(app, world.client)
    const leading = /hostnames|subdomains/
    expect(
      Object.keys(after).filter((name) => after[name] !== original[name] && !leading.test(name)),
    ).toEqual([])
    // Another copy has neither.
    const { notes: lost } = await importInto(app, true)
    expect(lost.join(' ')).toMatch(
      /^The host name \S+ is used here already, .* share links lead to what they were made for/,
    )
  },
)

test.runIf(isLongRun)('both are done by commands, with a file that is encrypted', async () => {
  const secret = await generateX25519Identity()
  const [archive, key] = [join(folder, 'encrypted'), join(folder, 'key.txt')]
  await writeFile(key, `${secret}\n`)
  const written = await runLectern(
    app,
    ['organization', 'export', archive, '--organization', world.organizationId],
    { BACKUP_RECIPIENTS: await identityToRecipient(secret) },
  )
  expect([written.code, written.output]).toEqual([
    0,
    expect.stringMatching(/^Wrote Acme to .*: \d+ tables and \d+ files\.$/m),
  ])
  const place = await startOwnTestApp()
  const read = await runLectern(place, ['organization', 'import', archive, '--identity', key])
  expect([read.code, read.output]).toEqual([
    0,
    expect.stringMatching(
      /^Added Acme as org\w+: \d+ rows of \d+ tables and \d+ files, all of which were read back\./,
    ),
  ])
  expect((await runLectern(place, ['restore', archive, '--identity', key])).code).toBe(1)
  await place.close()
})

test('each table either goes with an organization or has a reason to stay, and neither is named for nothing', async () => {
  const names = (
    await app.database.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
      [],
    )
  ).map(({ name }) => name)
  expect(Object.keys(keptBehind).filter((name) => !names.includes(name))).toEqual([])
  const references = await readReferences(app.database.query)
  const tables = ownedTables(
    names.map((name) => ({ name, columns: [] })),
    references,
    world.organizationId,
  )
  const owned = tables.map(({ name }) => name)
  const ofOrganizations = (
    await app.database.query<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizationId'
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`,
      [],
    )
  ).map(({ name }) => name)
  const ofServer = ['AuditEvent', 'Event', 'RenderedVersion']
  expect(
    ofOrganizations.filter(
      (name) => !owned.includes(name) && !(name in keptBehind) && !ofServer.includes(name),
    ),
  ).toEqual([])
})
