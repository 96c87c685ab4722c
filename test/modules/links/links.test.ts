import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildLinkWorld, type LinkWorld, type Sent, statuses } from './link-world.ts'

let app: TestApp
let world: LinkWorld
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  world = await buildLinkWorld(app)
})

const inOrder = (...expected: string[]) => expected.sort()

describe('the links of a page', () => {
  test('are ok, broken or in-app, depending on their target in the revision', async () => {
    const [target] = (await world.pages('# A heading\n\n## A heading')) as [string]
    const file = await world.file()
    const reusable = await buildReusableContent(app, world.organization.admin, liveContent(world.space.id))
    const { id: user } = world.organization.admin
    const base = app.config.baseUrl
    const [page] = (await world.pages(
      [
        `[page](/pages/${target}) [anchor](/pages/${target}#a-heading-1) [file](/files/${file})`,
        `[gone](/pages/pagNone) [gone anchor](/pages/${target}#b) [gone file](/files/filNone)`,
        `[out](https://example.com/a) [mail](mailto:a@example.com) [here](#own) [relative](./missing.md)`,
        `[user](/users/${user}) [spec](/openapi/petstore) [space](/spaces/${world.space.id})`,
        `[own](${base}/s/${world.space.id}) [own path](/s/x1)`,
        `{% include "/reusable-contents/${reusable}" %}`,
        '{% include "/reusable-contents/reuNone" %}',
        `{% file src="/files/${file}" %}`,
        '# Own',
      ].join('\n\n'),
    )) as [string]
    const answer = await world.linksOf(page)
    expect(statuses(answer)).toEqual(
      inOrder(
        `ok reference page ${target}`,
        `ok reference page ${target}#a-heading-1`,
        `ok dependsOn file ${file}`,
        'broken reference nothing',
        `broken reference page ${target}#b`,
        'broken reference nothing',
        'ok reference url https://example.com/a',
        'ok reference url mailto:a@example.com',
        `ok reference page ${page}#own`,
        'broken reference url ./missing.md',
        `in-app reference user ${user}`,
        'in-app reference nothing',
        `in-app reference space ${world.space.id}`,
        `in-app reference url ${base}/s/${world.space.id}`,
        'in-app reference url /s/x1',
        `ok dependsOn reusable-content ${reusable}`,
        'broken dependsOn nothing',
      ),
    )
    expect(answer.count).toBe(17)
    expect(answer.stats).toEqual({ total: 17, broken: { total: 5 } })
    expect(answer).not.toHaveProperty('next')
  })

  test('are ok if they name a heading as GitBook or as GitHub does', async () => {
    const [target] = (await world.pages('# 1. Math & TeX\n\n## Release 4.9')) as [string]
    const anchors = ['id-1.-math-and-tex', '1-math--tex', 'release-4.9', 'release-49', 'release']
    const [page] = (await world.pages(
      anchors.map((anchor) => `[a](/pages/${target}#${anchor})`).join(' '),
    )) as [string]
    expect(statuses(await world.linksOf(page))).toEqual(
      inOrder(
        ...anchors.map((anchor) =>
          anchor === 'release'
            ? `broken reference page ${target}#release`
            : `ok reference page ${target}#${anchor}`,
        ),
      ),
    )
  })

  test('are ok if they name an expandable, or a heading with an id, by its title', async () => {
    const [target] = (await world.pages(
      '# Roles <a href="#all" id="all"></a>\n\n<details>\n\n<summary>Guest role</summary>\n\nA guest.\n\n</details>',
    )) as [string]
    const anchors = ['guest-role', 'all', 'roles']
    const [page] = (await world.pages(
      [...anchors, 'guest'].map((anchor) => `[a](/pages/${target}#${anchor})`).join(' '),
    )) as [string]
    expect(statuses(await world.linksOf(page))).toEqual(
      inOrder(
        ...anchors.map((anchor) => `ok reference page ${target}#${anchor}`),
        `broken reference page ${target}#guest`,
      ),
    )
  })

  test('are ok if they name the title of the page', async () => {
    const [target, bare] = (await world.pages(
      { title: 'Event Processors (4.9) & more', markdown: 'Text' },
      { title: '…', markdown: 'Text' },
    )) as [string, string]
    const [page] = (await world.pages(
      `[a](/pages/${target}#event-processors-49--more) [b](/pages/${target}#event-processors) [c](/pages/${bare}#-)`,
    )) as [string]
    expect(statuses(await world.linksOf(page))).toEqual(
      inOrder(
        `ok reference page ${target}#event-processors-49--more`,
        `broken reference page ${target}#event-processors`,
        `broken reference page ${bare}#-`,
      ),
    )
  })

  test('are ok if they name the second of two headings with the same id, by the number that GitBook gives it', async () => {
    const heading = (title: string) => `## ${title} <a href="#focus" id="focus"></a>`
    const [target] = (await world.pages(`${heading('Method')}\n\n${heading('Focus mode')}`)) as [string]
    const [page] = (await world.pages(
      ['focus', 'focus-1', 'focus-2'].map((anchor) => `[a](/pages/${target}#${anchor})`).join(' '),
    )) as [string]
    expect(statuses(await world.linksOf(page))).toEqual(
      inOrder(
        `ok reference page ${target}#focus`,
        `ok reference page ${target}#focus-1`,
        `broken reference page ${target}#focus-2`,
      ),
    )
  })

  test('include their complete targets and locations', async () => {
    const [target, page] = (await world.pages('## One', 'Intro')) as [string, string]
    await world.rewrite(page, `## First\n\n[a](/pages/${target})\n\n## Second\n\n[b](/pages/${target})`)
    const { items } = await world.links()
    expect(items).toHaveLength(1)
    const revision = (await world.client.get(`/spaces/${world.space.id}/content`)).body
    const place = {
      organization: { object: 'organization', id: world.organization.id },
      space: { object: 'space', id: world.space.id, title: 'Space' },
      versionContext: { type: 'revision', revision: { object: 'revision', id: revision.id, type: 'edits' } },
    }
    expect(items[0]).toMatchObject({
      status: 'ok',
      relation: 'reference',
      targetReference: { kind: 'page', ...place, page: { id: target, type: 'document', path: 'page-1' } },
      locationReferences: [
        { kind: 'page', ...place, page: { id: page }, internalLocation: { type: 'anchor', anchor: 'first' } },
        {
          kind: 'page',
          ...place,
          page: { id: page },
          internalLocation: { type: 'anchor', anchor: 'second' },
        },
      ],
    })
    expect(items[0].targetReference).not.toHaveProperty('internalLocation')
  })

  test('include its covers and the target of a page of the type link', async () => {
    const [light, dark] = [await world.file('light.txt'), await world.file('dark.txt')]
    const [target] = (await world.pages('Text')) as [string]
    const [covered, link, broken] = (await world.pages(
      { cover: { ref: { kind: 'file', file: light }, refDark: { kind: 'file', file: dark }, yPos: 0 } },
      { type: 'LINK', target: { kind: 'page', page: target } },
      { type: 'LINK', target: { kind: 'page', page: 'pagNone' } },
    )) as [string, string, string]
    expect(statuses(await world.linksOf(covered))).toEqual(
      inOrder(`ok dependsOn file ${light}`, `ok dependsOn file ${dark}`),
    )
    expect(statuses(await world.linksOf(link))).toEqual([`ok reference page ${target}`])
    expect(statuses(await world.linksOf(broken))).toEqual(['broken reference nothing'])
    expect(await world.backlinks('files', dark)).toEqual([covered])
    expect(await world.backlinks('page', target)).toEqual([link])
  })

  test('return 404 for a page that is not in the revision', async () => {
    const [page] = (await world.pages('Text')) as [string]
    await world.remove(page)
    for (const path of [`page/${page}/links`, `page/${page}/backlinks`, `files/${page}/backlinks`])
      expect((await world.client.get(`/spaces/${world.space.id}/content/${path}`)).status).toBe(404)
  })
})

describe('links to other parts of the workspace', () => {
  test('are the same for hidden and missing targets', async () => {
    const { organization, client } = world
    const open = await buildSpace(app, organization, { title: 'Open' })
    const hidden = await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null })
    const foreign = await buildOrganization(app)
    const foreignSpace = await buildSpace(app, foreign)
    const collection = (await client.post(`/orgs/${organization.id}/collections`, { title: 'C' })).body.id
    const secret = (
      await client.post(`/orgs/${organization.id}/collections`, { title: 'S', defaultLevel: null })
    ).body.id
    await app.database.prisma.collection.update({
      where: { id: secret },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const page = (
      await client.post(`/spaces/${open.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'There', document: { markdown: '## Part' } }],
      })
    ).body.changes[0].page.id
    const shown = [
      `/spaces/${open.id}`,
      `/spaces/${open.id}/pages/${page}#part`,
      `/collections/${collection}`,
    ]
    const kept = [
      `/spaces/${hidden.id}`,
      `/spaces/${hidden.id}/pages/pagAny`,
      `/spaces/${foreignSpace.id}`,
      '/spaces/spcNone',
      '/spaces/spcNone/pages/pagAny',
      `/spaces/${open.id}/pages/pagNone`,
      `/collections/${secret}`,
      '/collections/colNone',
      `/users/${foreign.admin.id}`,
      '/users/usrNone',
    ]
    await world.pages([...shown, ...kept].map((address) => `[x](${address})`).join('\n\n'))
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const { items } = (await reader.get(`/spaces/${world.space.id}/links`)).body
    expect(items.every(({ status }: Sent) => status === 'in-app')).toBe(true)
    const seen = items.filter(({ targetReference }: Sent) => targetReference)
    expect(statuses({ items: seen })).toEqual(
      inOrder(
        `in-app reference space ${open.id}`,
        `in-app reference page ${page}#part`,
        `in-app reference collection ${collection}`,
      ),
    )
    const rest = items.filter(({ targetReference }: Sent) => !targetReference)
    expect(rest).toHaveLength(kept.length)
    for (const item of rest) expect(item).toEqual(rest[0])
  })

  test('are resolved with the permissions of each viewer', async () => {
    const { organization } = world
    const hidden = await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null })
    await world.pages(`[x](/spaces/${hidden.id})`)
    expect(statuses(await world.links())).toEqual([`in-app reference space ${hidden.id}`])
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const { body } = await reader.get(`/spaces/${world.space.id}/links`)
    expect(statuses(body)).toEqual(['in-app reference nothing'])
  })
})

describe('a list of links', () => {
  test.runIf(isLongRun)('has the same statistics with all filters and pagination', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `[x](https://example.com/${index})`)
    await world.pages(`${many.join(' ')} [a](/pages/none1) [b](/pages/none2) [c](/s/abc)`)
    const stats = { total: 15, broken: { total: 2 } }
    expect(await world.links('?limit=0')).toEqual({ items: [], count: 15, stats })
    for (const [status, count] of [
      ['ok', 12],
      ['broken', 2],
      ['in-app', 1],
    ]) {
      const answer = await world.links(`?status=${status}`)
      expect(answer).toMatchObject({ count, stats })
      expect(answer.items).toHaveLength(count as number)
      expect(new Set(answer.items.map((item: Sent) => item.status))).toEqual(new Set([status]))
    }
    expect((await world.client.get(`/spaces/${world.space.id}/links?status=all`)).status).toBe(400)
  })

  test('is paginated without gaps or repeats', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `[x](https://example.com/${index})`)
    await world.pages(many.join(' '))
    const all = (await world.links('?limit=1000')).items
    const read: Sent[] = []
    let page: string | undefined = ''
    while (page !== undefined) {
      const answer: Sent = await world.links(`?limit=10${page && `&page=${page}`}`)
      expect(answer.count).toBe(25)
      read.push(...answer.items)
      page = answer.next?.page
    }
    expect(read).toEqual(all)
    for (const query of ['?page=nonsense', '?limit=1001', '?limit=-1'])
      expect((await world.client.get(`/spaces/${world.space.id}/links${query}`)).status).toBe(400)
  })

  test.runIf(isLongRun)(
    'can be read backward in GraphQL, with cursors that only these lists accept',
    async () => {
      const { client, space } = world
      const [page] = (await world.pages(
        Array.from({ length: 5 }, (_, index) => `[x](https://example.com/${index})`).join(' '),
      )) as [string]
      const read = (list: string) =>
        client.gql(`{ list: ${list} { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        nodes { status targetReference { ... on URLLocation { url } } } } }`)
      const all = (await read(`spaceLinks(spaceId: "${space.id}")`)).data.list
      const tail = (await read(`spaceLinks(spaceId: "${space.id}", last: 2)`)).data.list
      expect(tail.nodes).toEqual(all.nodes.slice(3))
      expect(tail.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false })
      const before = `before: "${tail.pageInfo.startCursor}"`
      expect((await read(`spaceLinks(spaceId: "${space.id}", last: 9, ${before})`)).data.list.nodes).toEqual(
        all.nodes.slice(0, 3),
      )
      const { errors } = await client.gql(
        `{ pageBacklinks(spaceId: "${space.id}", pageId: "${page}", after: "${all.pageInfo.endCursor}") { totalCount pageInfo { endCursor } } }`,
      )
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    },
  )

  test('has one item for all links to the same target', async () => {
    const [target] = (await world.pages('Text')) as [string]
    const file = await world.file()
    const link = `[x](/pages/${target}) [y](/spaces/${world.space.id}/pages/${target})`
    await world.pages(`${link} [z](/files/${file})`, `${link} ![z](/files/${file})`)
    const answer = await world.links()
    expect(statuses(answer)).toEqual(inOrder(`ok reference page ${target}`, `ok dependsOn file ${file}`))
    for (const item of answer.items) expect(item.locationReferences).toHaveLength(2)
  })
})

describe('an edit', () => {
  test('updates links and backlinks immediately', async () => {
    const [target, page] = (await world.pages('Text', 'No link')) as [string, string]
    const file = await world.file()
    expect(await world.backlinks('page', target)).toEqual([])
    await world.rewrite(page, `[x](/pages/${target}#none) ![y](/files/${file})`)
    expect(await world.backlinks('page', target)).toEqual([page])
    expect(await world.backlinks('files', file)).toEqual([page])
    expect((await world.links()).stats).toEqual({ total: 2, broken: { total: 1 } })
    await world.rewrite(target, '## None')
    expect((await world.links()).stats).toEqual({ total: 2, broken: { total: 0 } })
    await world.rewrite(page, 'No link')
    expect(await world.backlinks('page', target)).toEqual([])
    expect(await world.backlinks('files', file)).toEqual([])
    expect(await world.links()).toMatchObject({ items: [], count: 0 })
  })

  test('breaks links if their target is deleted, and repairs them if it is restored', async () => {
    const [target, page] = (await world.pages('Text', 'x')) as [string, string]
    await world.rewrite(page, `[x](/pages/${target})`)
    const before = (await world.client.get(`/spaces/${world.space.id}/content`)).body.id
    await world.remove(target)
    expect(statuses(await world.links())).toEqual(['broken reference nothing'])
    expect(statuses(await world.links('?status=ok'))).toEqual([])
    await world.client.post(`/spaces/${world.space.id}/revisions/${before}/restore`, {})
    expect(statuses(await world.links())).toEqual([`ok reference page ${target}`])
  })

  test.runIf(isLongRun)('does not change the links of earlier revisions', async () => {
    const { client, space } = world
    const [target, page] = (await world.pages('Text', 'x')) as [string, string]
    await world.rewrite(page, `[x](/pages/${target})`)
    const revision = (await client.get(`/spaces/${space.id}/content`)).body.id
    await world.remove(target)
    await world.rewrite(page, 'Nothing')
    const document = `query ($space: ID!, $revision: ID!, $page: ID!) {
      spaceLinks(spaceId: $space, revisionId: $revision) { stats { total broken { total changeRequest } } nodes { status } pageInfo { endCursor } }
      pageBacklinks(spaceId: $space, revisionId: $revision, pageId: $page) { totalCount nodes { page { pageId } } }
    }`
    const { data } = await client.gql(document, { space: space.id, revision, page: target })
    expect(data.spaceLinks).toMatchObject({
      stats: { total: 1, broken: { total: 0, changeRequest: null } },
      nodes: [{ status: 'OK' }],
    })
    expect(data.pageBacklinks).toEqual({ totalCount: 1, nodes: [{ page: { pageId: page } }] })
  })

  test('appears in backlinks, which list each page once, oldest first, with pagination', async () => {
    const [target] = (await world.pages('Text')) as [string]
    const link = `[x](/pages/${target}) [y](/pages/${target}#z) ![z](/pages/${target})`
    const linking = (await world.pages(link, `${link} `, `${link}.`)).sort()
    expect(await world.backlinks('page', target)).toEqual(linking)
    const at = `/spaces/${world.space.id}/content/page/${target}/backlinks`
    const first = (await world.client.get(`${at}?limit=2`)).body
    expect(first).toMatchObject({ count: 3, items: [{ kind: 'page' }, { kind: 'page' }] })
    const second = (await world.client.get(`${at}?limit=2&page=${first.next.page}`)).body
    expect(second).toMatchObject({ count: 3, items: [{ page: { id: linking[2] } }] })
    expect(second).not.toHaveProperty('next')
  })

  test('does not affect other spaces with the same bodies', async () => {
    const [target] = (await world.pages('Text')) as [string]
    const other = await buildLinkWorld(app)
    await other.pages(`[x](/pages/${target})`)
    await world.pages(`[x](/pages/${target})`)
    expect(statuses(await other.links())).toEqual(['broken reference nothing'])
    expect(await world.backlinks('page', target)).toHaveLength(1)
  })
})
