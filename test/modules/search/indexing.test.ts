import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { indexExpressions } from '../../../src/modules/search/index-expressions.ts'
import { indexSpace } from '../../../src/modules/search/index-pages.ts'
import { indexSpaces } from '../../../src/modules/search/jobs.ts'
import { readLimits } from '../../../src/modules/search/limits.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace as buildEmptySpace } from '../../support/factories/spaces.ts'

let app: TestApp
let client: TestClient
let organizationId: string
beforeAll(async () => {
  app = await startOwnTestApp({ MAX_BODY_BYTES: '4194304' })
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
})
afterAll(() => app.close())

const buildSpace = async (): Promise<string> =>
  (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Searched', empty: true })).body.id

const insert = (spaceId: string, title: string, markdown: string) =>
  client.post(`/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown } }],
  })

const count = async (spaceId: string, query: string): Promise<number> =>
  (await client.get(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`)).body.count

/** The maximum length of a page is tested with every content in long runs, and otherwise once, with different words. */
const bodyLength = budget(15_000, 499_000)

/** Returns a text of about the given length. */
function fill(make: (index: number) => string, maximum = bodyLength): string {
  const parts: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const part = make(index)
    length += part.length
    if (length > maximum) return parts.join('')
    parts.push(part)
  }
}

describe('a page with any content is stored and found', () => {
  const bodies: [what: string, markdown: string][] = [
    ['nothing but different words', fill((n) => `w${n.toString(36)} `)],
    ['long different words', fill((n) => `${n.toString(36)}${'x'.repeat(200)} `)],
    ['long words beyond ASCII', fill((n) => `${n}${'𐐨'.repeat(120)} `)],
    ['words longer than any', fill((n) => `${n}${'y'.repeat(3000)} `)],
    ['one word without end', 'z'.repeat(bodyLength)],
    ['one word again and again', fill(() => 'again ')],
    ['one-letter words', fill((n) => `${String.fromCodePoint(0x61 + (n % 26))} `)],
    ['a text without blanks', fill((n) => String.fromCodePoint(0x4e00 + (n % 20_000)))],
    ['marks without letters', fill(() => '\u0301\u0302 ')],
    ['ligatures that grow', fill(() => '\ufdfa ')],
    [
      'quotes and operators',
      `\`\`\`\n${'\'\\\' "\\\\" :* & | ! <-> ( ) :A,1\n'.repeat(budget(1_000, 9_000))}\`\`\``,
    ],
    [
      'thousands of headings',
      Array.from({ length: budget(1_500, 9_000) }, (_, n) => `## Heading ${n}\n`).join('\n'),
    ],
  ]
  test.each(oneRowIn(4, bodies, 1))(
    '%s',
    async (_what, markdown) => {
      const spaceId = await buildSpace()
      const { status, body } = await insert(spaceId, "It's \\ a 'title':1A", markdown)
      expect({ status, error: body.error }).toEqual({ status: 200 })
      expect(await count(spaceId, 'title')).toBe(1)
      expect(await count(spaceId, '"s a title"')).toBe(1)
    },
    30_000,
  )

  test.runIf(isLongRun)(
    'words beyond the limit of a page are left out, except those of its headings',
    async () => {
      const spaceId = await buildSpace()
      const { status } = await insert(
        spaceId,
        'Long',
        `first ${fill((n) => `w${n.toString(36)} `, 499_000).slice(0, 490_000)} last\n\n# Headed`,
      )
      expect(status).toBe(200)
      expect(await count(spaceId, 'first')).toBe(1)
      expect(await count(spaceId, 'headed')).toBe(1)
      expect(await count(spaceId, '"last"')).toBe(0)
    },
  )
})

describe('a space created before search', () => {
  const buildOldSpace = async () => {
    const spaceId = await buildSpace()
    await insert(spaceId, 'Old page', 'quince')
    await app.database.prisma.searchPage.deleteMany({ where: { spaceId } })
    await app.database.prisma.space.update({ where: { id: spaceId }, data: { searchedAt: null } })
    expect(await count(spaceId, 'quince')).toBe(0)
    return spaceId
  }

  test('is found after the job, which can run again', async () => {
    const spaces = [await buildOldSpace(), await buildOldSpace()]
    expect(await indexSpaces(app.database, () => {})).toBe(2)
    for (const spaceId of spaces) expect(await count(spaceId, 'quince')).toBe(1)
    expect(await indexSpaces(app.database, () => {})).toBe(0)
  })

  test('is found completely after a write', async () => {
    const spaceId = await buildOldSpace()
    await insert(spaceId, 'New page', 'more quince')
    expect(await count(spaceId, 'quince')).toBe(2)
    expect(await indexSpaces(app.database, () => {})).toBe(0)
  })

  test('is indexed once by concurrent jobs', async () => {
    await buildOldSpace()
    const done = await Promise.all([1, 2, 3].map(() => indexSpaces(app.database, () => {})))
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(1)
  })

  test('stays unindexed if the transaction is rolled back', async () => {
    const spaceId = await buildOldSpace()
    const branch = await app.database.prisma.branch.findFirstOrThrow({ where: { spaceId, kind: 'MAIN' } })
    const undone = app.database.transaction(async (transaction) => {
      await indexSpace(transaction, { spaceId, branchId: branch.id })
      expect(await transaction.searchPage.count({ where: { spaceId } })).toBe(1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await count(spaceId, 'quince')).toBe(0)
    expect(await app.database.prisma.searchSection.count({ where: { spaceId } })).toBe(0)
    await indexSpaces(app.database, () => {})
  })
})

describe('a variable that is changed', () => {
  const setVariables = (spaceId: string, product: string) =>
    client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'set_variables', variables: { product } }],
    })
  const rowsOf = async (spaceId: string) => {
    const { rows } = await app.database.pool.query(
      'SELECT title, xmin::text AS version FROM "SearchPage" WHERE "spaceId" = $1 ORDER BY 1',
      [spaceId],
    )
    return rows as { title: string; version: string }[]
  }
  const buildUsers = async (number: number) => {
    const spaceId = await buildSpace()
    await setVariables(spaceId, 'Quince')
    const changes = Array.from({ length: number + 1 }, (_, index) => ({
      operation: 'insert_page',
      title: index === number ? 'No user' : `User ${index}`,
      document: {
        markdown: index === number ? 'Text.' : 'Buy <code class="expression">space.vars.product</code>.',
      },
    }))
    for (let start = 0; start < changes.length; start += 50)
      await client.post(`/spaces/${spaceId}/content`, { changes: changes.slice(start, start + 50) })
    return spaceId
  }
  const changedTitles = async (spaceId: string, work: () => Promise<unknown>) => {
    const before = new Map((await rowsOf(spaceId)).map(({ title, version }) => [title, version]))
    await work()
    const after = await rowsOf(spaceId)
    return after.flatMap(({ title, version }) => (before.get(title) === version ? [] : [title]))
  }

  test('writes only the pages with expressions, at once if they are few', async () => {
    const spaceId = await buildUsers(2)
    const changed = await changedTitles(spaceId, () => setVariables(spaceId, 'Medlar'))
    expect(changed).toEqual(['User 0', 'User 1'])
    expect([await count(spaceId, 'medlar'), await count(spaceId, 'quince')]).toEqual([2, 0])
    expect(await indexExpressions(app.database)).toBe(0)
  })

  test('is left to a job if they are many, which can run again and at the same time', async () => {
    const spaceId = await buildUsers(60)
    expect(await changedTitles(spaceId, () => setVariables(spaceId, 'Medlar'))).toEqual([])
    await setVariables(spaceId, 'Loquat')
    const changed = await changedTitles(spaceId, () =>
      Promise.all([indexExpressions(app.database), indexExpressions(app.database)]),
    )
    expect([changed.length, changed.includes('No user')]).toEqual([60, false])
    const counts = [
      await count(spaceId, 'loquat'),
      await count(spaceId, 'medlar'),
      await count(spaceId, 'quince'),
    ]
    expect(counts).toEqual([60, 0, 0])
    expect(await indexExpressions(app.database)).toBe(0)
  })
})

test('writing one page of many changes only its own rows', async () => {
  const spaceId = await buildSpace()
  for (let n = 0; n < 5; n++) await insert(spaceId, `Page ${n}`, `text ${n}`)
  const rows = () =>
    app.database.pool.query('SELECT "pageId", xmin::text FROM "SearchPage" WHERE "spaceId" = $1 ORDER BY 1', [
      spaceId,
    ])
  const before = (await rows()).rows
  await insert(spaceId, 'One more', 'text')
  const after = (await rows()).rows
  expect(after).toHaveLength(6)
  expect(after).toEqual(expect.arrayContaining(before))
})

test.runIf(isLongRun)('concurrent writers of the same new words do not deadlock', async () => {
  const spaces = await Promise.all([buildSpace(), buildSpace(), buildSpace(), buildSpace()])
  const words = Array.from({ length: 2_000 }, (_, n) => `shared${n}`)
  const answers = await Promise.all(
    spaces.map((spaceId, n) => insert(spaceId, 'Page', (n % 2 ? words : words.toReversed()).join(' '))),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test.runIf(isLongRun)(
  'finds the pages of an organization with so many spaces that only those with pages are looked at',
  async () => {
    const [organization, other] = [await buildOrganization(app), await buildOrganization(app)]
    const admin = app.as(organization.admin)
    await app.database.prisma.member.create({
      data: {
        id: newId('Member'),
        organizationId: other.id,
        userId: organization.admin.id,
        role: 'ADMIN',
      },
    })
    for (let made = 0; made <= readLimits.countedSpaces; made++) await buildEmptySpace(app, organization)
    const [last, moved] = [await buildEmptySpace(app, organization), await buildEmptySpace(app, organization)]
    const found = async (organizationId: string) => {
      const { body } = await admin.get(`/orgs/${organizationId}/search?query=needle`)
      return body.items
        .flatMap(({ pages }: { pages: { title: string }[] }) => pages.map(({ title }) => title))
        .sort()
    }
    const change = async (spaceId: string, ...changes: object[]) => {
      const { status } = await admin.post(`/spaces/${spaceId}/content`, { changes })
      expect(status).toBe(200)
    }
    const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'needle' } })
    await change(last.id, page('One'), page('Two'))
    await change(moved.id, page('Three'))
    expect(await found(organization.id)).toEqual(['One', 'Three', 'Two'])
    const { pages } = (await admin.get(`/spaces/${last.id}/content/pages`)).body
    await change(last.id, { operation: 'delete_page', page: pages[0].id })
    await change(last.id, {
      operation: 'update_page',
      page: pages[1].id,
      document: { markdown: 'needle again' },
    })
    expect(await found(organization.id)).toEqual(['Three', 'Two'])
    const { status } = await admin.post(`/spaces/${moved.id}/transfer`, { organization: other.id })
    expect(status).toBe(200)
    expect([await found(organization.id), await found(other.id)]).toEqual([['Two'], ['Three']])
  },
)
