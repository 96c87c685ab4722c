import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { keepAllLinks, readDocumentLinks } from '../../../src/modules/links/jobs.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { fallsTo, isLongRun } from '../../support/budget.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildLinkWorld, type LinkWorld, type Sent } from './link-world.ts'

let app: TestApp
let world: LinkWorld
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  world = await buildLinkWorld(app)
})

/** The change requests and former revisions, which have links of their own beside the live content. */
interface Others {
  readonly changeRequests: readonly string[]
  readonly revisions: readonly string[]
}

const noOthers: Others = { changeRequests: [], revisions: [] }

/** The lists of the links of change requests and of former revisions. */
async function listsOfOthers(spaceId: string, { changeRequests, revisions }: Others): Promise<Sent[]> {
  const { client } = world
  const former = `query ($id: ID!, $revision: ID!) { spaceLinks(spaceId: $id, revisionId: $revision, first: 100) {
    totalCount stats { total broken { total } }
    nodes { status relation locationReferences { page { pageId } internalLocation { anchor } } } } }`
  const lists: Sent[] = []
  for (const id of changeRequests)
    for (const query of queries) {
      const { status, body } = await client.get(`/spaces/${spaceId}/change-requests/${id}/links${query}`)
      expect(status).toBe(200)
      lists.push(body)
    }
  for (const revision of revisions) {
    const { data, errors } = await client.gql(former, { id: spaceId, revision })
    expect(errors).toBeUndefined()
    lists.push(data)
  }
  return lists
}

const queries = ['', '?status=broken', '?status=ok&status=in-app&limit=3']

/** The lists of the links of a space, and of each of its pages what says that it has none. */
async function listsOf(spaceId: string): Promise<Sent[]> {
  const { client } = world
  const lists = await Promise.all(
    queries.map(async (query) => (await client.get(`/spaces/${spaceId}/links${query}`)).body),
  )
  const backward = `query ($id: ID!) { spaceLinks(spaceId: $id, last: 4) { totalCount nodes { status relation } } }`
  const pages = `query ($id: ID!) { space(id: $id) { pages(first: 100) { nodes {
    id backlinks { totalCount } ... on DocumentPage { links(status: BROKEN) { totalCount } } } } } }`
  const found = (await client.gql(pages, { id: spaceId })).data.space.pages.nodes
  const page = `query ($id: ID!, $page: ID!) { page(spaceId: $id, pageId: $page) {
    id backlinks { totalCount } ... on DocumentPage { links(status: BROKEN) { totalCount } } } }`
  const single = await Promise.all(
    found.map(async (each: Sent) => (await client.gql(page, { id: spaceId, page: each.id })).data.page),
  )
  expect(single).toEqual(found)
  return [...lists, (await client.gql(backward, { id: spaceId })).data, found]
}

/** The links that are kept of a space, without the numbers of rows. */
async function keptOf(spaceId: string) {
  const { rows } = await app.database.pool.query(
    `SELECT l."pageId", l.ordinal, t.key, t.relative, t."dependsOn", t.kind, t.target, t.space, t.anchor, t.url, t.paths, t.names, t.status
     FROM "Branch" b JOIN "LinkTarget" t ON t."branchId" = b.id LEFT JOIN "PageLink" l ON l."linkTargetId" = t.id
     WHERE b."spaceId" = $1 ORDER BY l."pageId", l.ordinal, t.key, t."dependsOn"`,
    [spaceId],
  )
  const references = await app.database.pool.query(
    'SELECT * FROM "SpaceReference" WHERE "spaceId" = $1 ORDER BY "toSpaceId", "pageId"',
    [spaceId],
  )
  return { links: rows, references: references.rows }
}

const setKept = (spaceId: string, isKept: boolean) =>
  app.database.pool.query(`UPDATE "Branch" SET "keepsLinks" = $2 WHERE "spaceId" = $1 AND kind = 'MAIN'`, [
    spaceId,
    isKept,
  ])

/** In `npm test` the lists are compared in one of six steps, and what is kept in each of them. */
let steps = 0
const comparesLists = () => fallsTo(0, 6, steps++)

/** Compares what is kept of a space with its content, and with what a job keeps that reads all of it. */
async function expectKept(step: string, spaceId = world.space.id, others = noOthers): Promise<void> {
  const listsNow = async () => [...(await listsOf(spaceId)), ...(await listsOfOthers(spaceId, others))]
  const isCompared = comparesLists()
  const lists = isCompared && (await listsNow())
  const kept = await keptOf(spaceId)
  await setKept(spaceId, false)
  if (isCompared) expect({ step, lists: await listsNow() }).toEqual({ step, lists })
  await keepAllLinks(app.database)
  expect({ step, kept: await keptOf(spaceId) }).toEqual({ step, kept })
}

test('the links that are kept are those of the content, after every kind of write', async () => {
  const { client, space, organization } = world
  const at = `/spaces/${space.id}`
  const other = await buildSpace(app, organization)
  const send = async (path: string, ...changes: object[]) => {
    const { status, body } = await client.post(`${path}/content`, { changes })
    expect({ status, error: body.error }).toEqual({ status: 200 })
  }
  const change = (...changes: object[]) => send(at, ...changes)
  const rewrite = (page: string, markdown: string) =>
    change({ operation: 'update_page', page, document: { markdown } })
  const file = await world.file()
  const reusable = await buildReusableContent(app, organization.admin, liveContent(space.id))
  const [guide, setup] = (await world.pages('## Part\n\nText', `# Set up\n\n[here](#set-up)`)) as [
    string,
    string,
  ]
  const body = [
    `[a](/pages/${guide}) [b](/pages/${guide}#part) [c](/pages/${guide}#none) [d](/spaces/${space.id}/pages/${guide})`,
    `[file](/files/${file}) ![file](/files/${file}) [gone](/pages/pagNone) [user](/users/${organization.admin.id})`,
    `[other](/spaces/${other.id}) [their](/spaces/${other.id}/pages/pagAny) [own](/spaces/${space.id})`,
    `[later](./later.md) [sub](later/sub.md#part) [up](../later.md) [out](https://example.com) [app](/s/x1)`,
    `{% include "/reusable-contents/${reusable}" %}`,
  ].join('\n\n')
  const [page] = (await world.pages(body)) as [string]
  await expectKept('pages are inserted')
  const first = (await client.get(`${at}/content`)).body.id
  await change(
    { operation: 'insert_page', title: 'Later', document: { markdown: `## Part\n\n[back](/pages/${page})` } },
    { operation: 'insert_page', type: 'link', title: 'Link', target: { kind: 'page', page: guide } },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Away',
      target: { kind: 'page', page: 'pagAny', space: other.id },
    },
  )
  await expectKept('a relative URL leads to a page')
  await rewrite(guide, '## Another part')
  await expectKept('a heading is gone')
  await change({ operation: 'update_page', page: guide, title: 'None' })
  await expectKept('a title is what an anchor names')
  await change({ operation: 'update_page', page: setup, into: guide })
  await expectKept('a page is moved')
  await rewrite(page, body.replace('[a]', `[more](https://example.com/2) [a]`).replace('![file]', '[file]'))
  await expectKept('a body is rewritten')
  await change({ operation: 'delete_file', file })
  await expectKept('a file is deleted')
  await world.remove(guide)
  await expectKept('a page is deleted')
  const proposal = (await client.post(`${at}/change-requests`, { subject: 'Proposal' })).body
  const proposed = `${at}/change-requests/${proposal.id}`
  await send(
    proposed,
    { operation: 'update_page', page, document: { markdown: `[x](/pages/${page}) [y](/pages/pagNone)` } },
    { operation: 'insert_page', title: 'New', document: { markdown: `[x](/spaces/${other.id})` } },
  )
  await expectKept('a change request has other content')
  expect((await client.post(`${proposed}/merge`)).status).toBe(200)
  await expectKept('a change request is merged')
  expect((await client.post(`${at}/revisions/${first}/restore`)).status).toBe(201)
  await expectKept('a revision is restored')
  const copy = (await client.post(`${at}/duplicate`)).body
  await expectKept('a space is copied', copy.id)
  await expectKept('a space was copied')
})

test.runIf(isLongRun)(
  'a copy keeps what its links are there, where those that name the original lead out of it',
  async () => {
    const { client, space, organization } = world
    const other = await buildSpace(app, organization)
    const file = await world.file()
    const reusable = await buildReusableContent(app, organization.admin, liveContent(space.id), {
      markdown: `[x](/spaces/${space.id})`,
    })
    const [guide, second] = (await world.pages('## Part', 'Text')) as [string, string]
    const inside = `[a](/pages/${guide}) [b](/pages/${guide}#part) [c](/pages/${guide}#none) [d](#none) [gone](/pages/pagNone)`
    const at = `/spaces/${space.id}`
    await world.pages(
      `## Own\n\n${inside} [own](#own) [file](/files/${file}) ![file](/files/${file}) [gone](/files/filNone)`,
      `${inside} [later](./page-2.md) [none](none.md#part) [out](https://example.com) [app](/s/x1)`,
      `${inside} [page](${at}/pages/${guide}) [part](${at}/pages/${guide}#part) [gone](${at}/pages/pagNone)`,
      `${inside} [space](${at})`,
      `${inside} [space](${at}#part)`,
      `[other](/spaces/${other.id}) [their](/spaces/${other.id}/pages/${guide}) ${inside}`,
      `${inside} {% include "/reusable-contents/${reusable}" %}`,
      `{% include "/reusable-contents/${reusable}" %}\n\n{% include "/reusable-contents/reuNone" %}`,
      { title: 'Link', type: 'LINK', target: { kind: 'page', page: guide } },
      { title: 'Own', type: 'LINK', target: { kind: 'page', page: guide, space: space.id } },
      { title: 'Space', type: 'LINK', target: { kind: 'space', space: space.id } },
      { title: 'Theirs', type: 'LINK', target: { kind: 'page', page: guide, space: other.id } },
      { title: 'Cover', markdown: inside, cover: { ref: { kind: 'file', file } } },
      { title: 'Both', cover: { ref: { kind: 'file', file }, refDark: { kind: 'file', file: 'filNone' } } },
    )
    const copyOf = async (id: string): Promise<string> =>
      (await client.post(`/spaces/${id}/duplicate`)).body.id
    const copy = await copyOf(space.id)
    await expectKept('a copy', copy)
    const pagesTo = async (id: string) =>
      (await keptOf(copy)).references.filter(({ toSpaceId }) => toSpaceId === id).length
    expect({ original: await pagesTo(space.id), other: await pagesTo(other.id) }).toEqual({
      original: 5,
      other: 2,
    })
    await expectKept('the original')
    await expectKept('a copy of the copy', await copyOf(copy))
    const remove = { operation: 'delete_page', page: guide }
    expect((await client.post(`/spaces/${copy}/content`, { changes: [remove] })).status).toBe(200)
    await expectKept('a page of the copy is deleted', copy)
    await expectKept('a page of the copy was deleted')
    await world.rewrite(second, `[x](/spaces/${copy}/pages/${guide})`)
    await expectKept('a copy of an original that names a copy', await copyOf(space.id))
    await setKept(space.id, false)
    const unkept = await copyOf(space.id)
    await setKept(space.id, true)
    await expectKept('a copy of an original whose links are not kept', unkept)
  },
)

test('a copy takes the links of pages that do not name the original as they are kept', async () => {
  const [target] = (await world.pages('## Part')) as [string]
  const [taken] = (await world.pages(
    `[x](/pages/${target}#part)`,
    `[x](/spaces/${world.space.id}/pages/${target}#part)`,
  )) as [string]
  // Nothing but a copy of what is kept says so of a link that is not broken.
  await app.database.pool.query(
    `UPDATE "LinkTarget" SET status = 'BROKEN' WHERE target = $1 AND space = ''`,
    [target],
  )
  const copy = (await world.client.post(`/spaces/${world.space.id}/duplicate`)).body.id
  const { links } = await keptOf(copy)
  expect(links.map(({ pageId, space, status }) => ({ isTaken: pageId === taken, space, status }))).toEqual(
    expect.arrayContaining([
      { isTaken: true, space: '', status: 'BROKEN' },
      { isTaken: false, space: world.space.id, status: 'IN_APP' },
    ]),
  )
  expect(links).toHaveLength(2)
})

test.runIf(isLongRun)(
  'the links of change requests and former revisions are the same whether those of live content are kept',
  async () => {
    const { client, space } = world
    const at = `/spaces/${space.id}`
    const send = async (path: string, ...changes: object[]) => {
      const { status, body } = await client.post(`${path}/content`, { changes })
      expect({ status, error: body.error }).toEqual({ status: 200 })
    }
    const rewrite = (page: string, markdown: string) => ({
      operation: 'update_page',
      page,
      document: { markdown },
    })
    const propose = async (...changes: object[]): Promise<string> => {
      const { id } = (await client.post(`${at}/change-requests`, { subject: 'Proposal' })).body
      if (changes.length > 0) await send(`${at}/change-requests/${id}`, ...changes)
      return id
    }
    const file = await world.file()
    const [target, moved] = (await world.pages('## Part', '# Moved')) as [string, string]
    const body = [
      `# First\n\n[a](/pages/${target}) [b](/pages/${target}#part) [c](/pages/${target}#none) [file](/files/${file})`,
      `# Second\n\n[a](/pages/${target}) [gone](/pages/pagNone) [later](./later.md) [sub](later/sub.md#part) [up](page-2)`,
      `[own](#second) [out](https://example.com) ![file](/files/${file})`,
    ].join('\n\n')
    const pages = await world.pages(body, body, body.replace('[a]', '[more](https://example.com/2) [a]'))
    const [edited, removed, kept] = pages as [string, string, string]
    const former = [(await client.get(`${at}/content`)).body.id]
    const changeRequests = [
      await propose(),
      await propose(rewrite(target, '## Other'), { operation: 'delete_file', file }),
      await propose(
        rewrite(edited, `[x](/pages/${kept}) [y](later)`),
        { operation: 'delete_page', page: removed },
        {
          operation: 'insert_page',
          title: 'Later',
          document: { markdown: `## Part\n\n[back](/pages/${kept})` },
        },
        { operation: 'update_page', page: moved, into: target },
      ),
    ]
    const others = { changeRequests, revisions: former }
    await expectKept('change requests are based on the live content', space.id, others)
    await send(
      at,
      rewrite(edited, body.replace('[gone]', '[here]')),
      { operation: 'delete_page', page: kept },
      { operation: 'insert_page', title: 'Later', document: { markdown: `[t](/pages/${target}#part)` } },
    )
    await expectKept('the live content has changed since', space.id, others)
    await world.rewrite(target, '## Another part')
    await world.remove(removed)
    await expectKept('it has changed again', space.id, others)
    const { items, stats } = (await client.get(`${at}/change-requests/${changeRequests[1]}/links?limit=100`))
      .body
    expect(stats.broken.changeRequest).toBeGreaterThan(0)
    const sections = items.flatMap(({ locationReferences }: Sent) =>
      locationReferences.map(({ internalLocation }: Sent) => internalLocation?.anchor),
    )
    expect(new Set(sections)).toEqual(new Set(['first', 'second']))
  },
)

test('an edit of a page writes no row of another page, and a move of one none at all', async () => {
  const [target] = (await world.pages('## Part')) as [string]
  const others = await world.pages(
    ...Array.from({ length: 20 }, () => `[x](/pages/${target}) [y](/pages/${target}#part)`),
  )
  const written = async (write: () => Promise<unknown>) => {
    const versions = async () =>
      (
        await app.database.pool.query<{ pageId: string; version: string }>(
          'SELECT "pageId", concat_ws(\' \', ordinal, xmin) AS version FROM "PageLink"',
        )
      ).rows.map(({ pageId, version }) => `${pageId} ${version}`)
    const before = new Set(await versions())
    await write()
    return (await versions()).filter((each) => !before.has(each)).map((each) => each.split(' ')[0])
  }
  const [edited, moved] = others as [string, string]
  expect(await written(() => world.rewrite(target, 'No part'))).toEqual([])
  expect((await world.links('?status=broken')).items[0].locationReferences).toHaveLength(20)
  expect(
    await written(() => world.rewrite(edited, `[x](/pages/${target}) [z](https://example.com)`)),
  ).toEqual([edited])
  expect(
    await written(() =>
      world.client.post(`/spaces/${world.space.id}/content`, {
        changes: [{ operation: 'update_page', page: moved, into: target }],
      }),
    ),
  ).toEqual([])
})

test('the links of a space are kept anew after its bodies were indexed anew', async () => {
  const [target] = (await world.pages('## Part')) as [string]
  await world.pages(`[x](/pages/${target}#part) [y](/pages/${target}#none)`)
  const kept = await keptOf(world.space.id)
  const ofSpace = `(SELECT v."documentId" FROM "PageVersion" v JOIN "Branch" b ON b.id = v."branchId" WHERE b."spaceId" = $1)`
  const { pool } = app.database
  await pool.query(`UPDATE "Document" SET "linksReadAt" = NULL, anchors = '{}' WHERE id IN ${ofSpace}`, [
    world.space.id,
  ])
  await pool.query(`UPDATE "LinkTarget" SET status = 'OK'`)
  await readDocumentLinks(app.database, { error: (message) => expect.fail(message) })
  expect((await world.links()).stats).toEqual({ total: 2, broken: { total: 1 } })
  await keepAllLinks(app.database)
  expect(await keptOf(world.space.id)).toEqual(kept)
})

test.runIf(isLongRun)(
  'a transaction that keeps the links of spaces ends with the space that has its number of pages',
  async () => {
    const others = await Promise.all([1, 2].map(() => buildSpace(app, world.organization)))
    const spaceIds = [world.space, ...others].map(({ id }) => id)
    for (const id of spaceIds) {
      const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: '[x](#none)' } }]
      expect((await world.client.post(`/spaces/${id}/content`, { changes })).status).toBe(200)
    }
    const transactions = async (pages: number) => {
      for (const id of spaceIds) await setKept(id, false)
      await keepAllLinks(app.database, { branches: 100, pages })
      const { rows } = await app.database.pool.query(
        `SELECT DISTINCT xmin FROM "Branch" WHERE "keepsLinks" AND kind = 'MAIN' AND "spaceId" = ANY($1)`,
        [spaceIds],
      )
      return rows.length
    }
    expect(await transactions(1)).toBe(3)
    expect(await transactions(1_000)).toBe(1)
  },
)
