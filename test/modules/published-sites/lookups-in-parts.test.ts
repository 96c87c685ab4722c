import fc from 'fast-check'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolvePath } from '../../../src/modules/published-sites/visits/path-resolution.ts'
import {
  isVisibleTarget,
  readStructure,
  visibleStructure,
} from '../../../src/modules/published-sites/visits/visible-structure.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, propertyBudget } from '../../support/budget.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The parts of a site that are hidden, in the order of their ids. */
interface Hidden {
  readonly drafts: readonly boolean[]
  readonly conditions: readonly (string | null)[]
  readonly deleted: readonly boolean[]
}

const conditions = [null, null, null, 'visitor.claims.beta', '!visitor.claims.beta']

const hidden = (parts: number): fc.Arbitrary<Hidden> =>
  fc.record({
    drafts: fc.array(
      fc.nat(3).map((number) => number === 0),
      { minLength: parts, maxLength: parts },
    ),
    conditions: fc.array(fc.constantFrom(...conditions), { minLength: parts, maxLength: parts }),
    deleted: fc.array(
      fc.nat(4).map((number) => number === 0),
      { minLength: parts, maxLength: parts },
    ),
  })

/** A published site whose visitors sign in, with redirects to some of its parts. */
async function buildPublished(targets: (site: TestSite) => Promise<Record<string, object>>) {
  const site = await buildSite(app, { visibility: 'visitor-auth' })
  for (const [source, destination] of Object.entries(await targets(site)))
    expect((await site.client.post(`${site.path}/redirects`, { source, destination })).status).toBe(201)
  expect((await site.client.post(`${site.path}/publish`)).status).toBe(200)
  const address = (await site.client.get(site.path)).body.urls.published
  const key = (await site.client.get(`${site.path}/publishing/auth`)).body.privateKey
  const claims = [{}, { beta: true }]
  const visitors = await Promise.all(
    claims.map(async (each) => ({
      claims: each,
      jwtToken: await new SignJWT(each)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(key)),
    })),
  )
  return { site, address, visitors }
}

/** Hides parts of a site. */
async function hide({ id }: TestSite, { drafts, conditions, deleted }: Hidden): Promise<void> {
  const { pool } = app.database
  const nth = (list: readonly unknown[]) => `($2::json->(n % ${list.length})::int)::text::json`
  const set = async (
    table: string,
    column: string,
    list: readonly unknown[],
    first: number,
    type: string,
  ) => {
    const value = `${nth(list)} #>> '{}'`
    await pool.query(
      `UPDATE "${table}" t SET ${column} = (${value})::${type}
       FROM (SELECT id, row_number() OVER (ORDER BY id) + ${first} AS n FROM "${table}" WHERE "siteId" = $1) x WHERE x.id = t.id`,
      [id, JSON.stringify(list)],
    )
  }
  await set('SiteSection', 'draft', drafts, 0, 'boolean')
  await set('SiteSpace', 'draft', drafts, 3, 'boolean')
  await set('SiteSectionGroup', 'draft', drafts, 9, 'boolean')
  await set('SiteSection', 'condition', conditions, 0, 'text')
  await set('SiteSpace', 'condition', conditions, 3, 'text')
  await pool.query(
    `UPDATE "Space" t SET "deletedAt" = CASE WHEN (${nth(deleted)} #>> '{}')::boolean THEN now() END
     FROM (SELECT "spaceId", row_number() OVER (ORDER BY id) AS n FROM "SiteSpace" WHERE "siteId" = $1) x WHERE x."spaceId" = t.id`,
    [id, JSON.stringify(deleted)],
  )
}

/** Compares what URLs of a site lead to with what all of its visible parts lead to. */
async function compare(
  { site, address, visitors }: Awaited<ReturnType<typeof buildPublished>>,
  paths: readonly string[],
  redirects: Readonly<Record<string, { sectionId: string | null; siteSpaceId: string | null }>>,
): Promise<void> {
  for (const { claims, jwtToken } of visitors) {
    const structure = visibleStructure(await readStructure(app.database, site), { claims })
    for (const path of [...paths, ...Object.keys(redirects)]) {
      const found = resolvePath(structure, path.split('/').filter(Boolean))
      const target = redirects[path]
      const isRedirected = found && target && isVisibleTarget(structure)({ ...target, url: null })
      const expected = found && {
        siteSection: found.section?.id,
        siteSpace: found.siteSpace.id,
        space: found.siteSpace.spaceId,
        pathname: found.pathSegments.join('/'),
        complete: found.complete,
        canonicalUrl: [address, found.siteSpacePath, ...found.pathSegments].filter(Boolean).join('/'),
      }
      const { status, body } = await site.client.post('/urls/published', {
        url: `${address}${path}`,
        visitor: { jwtToken },
      })
      const { siteSection, siteSpace, space, pathname, complete, canonicalUrl } = body
      const answer = { siteSection, siteSpace, space, pathname, complete, canonicalUrl }
      const isRedirect = status === 200 && body.redirect !== undefined
      expect({ path, claims, status, answer: isRedirect ? 'a redirect' : answer }).toEqual({
        path,
        claims,
        status: found ? 200 : 404,
        answer: isRedirected ? 'a redirect' : (expected ?? {}),
      })
    }
  }
}

test('a URL leads to the same section, variant and page as with all that is visible, whatever is hidden', async () => {
  const ids = new Map<string, string>()
  const built = await buildPublished(async (site) => {
    const [first, second, third] = [
      await buildSection(site, 'First'),
      await buildSection(site, 'Second'),
      await buildSection(site, 'Third'),
    ]
    for (const section of [first, third]) await buildSiteSpace(site, 'v2', section.id)
    const variant = await buildSiteSpace(site, 'v3', third.id)
    const groups = `${site.path}/section-groups`
    const outer = await site.client.post(groups, { title: 'Outer', sections: [] })
    const inner = await site.client.post(groups, { title: 'Inner', sections: [third.id] })
    expect([outer.status, inner.status]).toEqual([201, 201])
    await app.database.pool.query('UPDATE "SiteSectionGroup" SET "groupId" = $1 WHERE id = $2', [
      outer.body.id,
      inner.body.id,
    ])
    for (const [name, { id }] of Object.entries({ second, third, variant })) ids.set(name, id)
    return {
      '/to-second': { kind: 'site-section', siteSectionId: second.id },
      '/to-third': { kind: 'site-section', siteSectionId: third.id },
      '/to-variant': { kind: 'site-space', siteSpaceId: variant.id },
    }
  })
  const idOf = (name: string) => ids.get(name) as string
  const paths = [
    '',
    '/first',
    '/second',
    '/third',
    '/v2',
    '/first/v2',
    '/third/v3/page',
    '/third/third',
    '/no',
  ]
  await fc.assert(
    fc.asyncProperty(hidden(7), async (each) => {
      await hide(built.site, each)
      await compare(built, paths, {
        '/to-second': { sectionId: idOf('second'), siteSpaceId: null },
        '/to-third': { sectionId: idOf('third'), siteSpaceId: null },
        '/to-variant': { sectionId: null, siteSpaceId: idOf('variant') },
      })
    }),
    propertyBudget(1, 50),
  )
})

test.runIf(isLongRun)(
  'a URL of a site without sections leads to the same variant and page as with all that is visible',
  async () => {
    const ids: string[] = []
    const built = await buildPublished(async (site) => {
      for (const title of ['v1', 'v2', 'v3', 'v4']) ids.push((await buildSiteSpace(site, title)).id)
      return { '/to-variant': { kind: 'site-space', siteSpaceId: ids[2] } }
    })
    await fc.assert(
      fc.asyncProperty(hidden(5), async (each) => {
        await hide(built.site, each)
        await compare(built, ['', '/v1', '/v3/page', '/page'], {
          '/to-variant': { sectionId: null, siteSpaceId: ids[2] as string },
        })
      }),
      propertyBudget(1, 50),
    )
  },
)
