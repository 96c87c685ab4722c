import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSite, buildSpace, type TestSite } from '../../support/factories/sites.ts'
import { expectWhole, readStructure, type Structure } from './site-invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const kinds = [
  'add-section',
  'add-section',
  'delete-section',
  'default-section',
  'add-group',
  'delete-group',
  'add-to-group',
  'add-to-group',
  'remove-from-group',
  'add-site-space',
  'add-site-space',
  'delete-site-space',
  'repoint-site-space',
  'default-site-space',
  'rename-path',
  'delete-space',
  'restore-space',
] as const

interface Operation {
  readonly kind: (typeof kinds)[number]
  /** Chooses among what is there. */
  readonly one: number
  readonly other: number
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(...kinds),
  one: fc.nat(1000),
  other: fc.nat(1000),
})

interface Request {
  readonly method: 'post' | 'patch' | 'delete'
  readonly path: string
  readonly body?: object
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % (items.length || 1)]

/** The request of an operation, or none where there is nothing to do it to. */
function requestFor(
  site: TestSite,
  { sections, groups, siteSpaces }: Structure,
  spaceIds: readonly string[],
  { kind, one, other }: Operation,
): Request | null {
  const section = pick(sections, one)
  const group = pick(groups, other)
  const siteSpace = pick(siteSpaces, one)
  const spaceId = pick(spaceIds, other) as string
  const post = (path: string, body: object): Request => ({
    method: 'post',
    path: `${site.path}/${path}`,
    body,
  })
  const patch = (path: string, body: object): Request => ({
    method: 'patch',
    path: `${site.path}${path}`,
    body,
  })
  const remove = (path: string): Request => ({ method: 'delete', path: `${site.path}/${path}` })
  switch (kind) {
    case 'add-section':
      return post('sections', { spaceId })
    case 'delete-section':
      return section ? remove(`sections/${section.id}`) : null
    case 'default-section':
      return section ? patch('', { defaultSiteSection: section.id }) : null
    case 'add-group':
      return post('section-groups', { title: 'Group', sections: section ? [section.id] : [] })
    case 'delete-group':
      return group ? remove(`section-groups/${group.id}`) : null
    case 'add-to-group':
      return group && section ? post(`section-groups/${group.id}/sections`, { sectionId: section.id }) : null
    case 'remove-from-group':
      return section?.groupId ? remove(`section-groups/${section.groupId}/sections/${section.id}`) : null
    case 'add-site-space':
      return post('site-spaces', { spaceId, sectionId: section?.id })
    case 'delete-site-space':
      return siteSpace ? remove(`site-spaces/${siteSpace.id}`) : null
    case 'repoint-site-space':
      return siteSpace ? patch(`/site-spaces/${siteSpace.id}`, { spaceId }) : null
    case 'default-site-space':
      return siteSpace?.sectionId
        ? patch(`/sections/${siteSpace.sectionId}`, { defaultSiteSpace: siteSpace.id })
        : siteSpace
          ? patch('', { defaultSiteSpace: siteSpace.id })
          : null
    case 'rename-path':
      return section ? patch(`/sections/${section.id}`, { path: `path-${other % 3}` }) : null
    case 'delete-space':
      return { method: 'delete', path: `/spaces/${spaceId}` }
    case 'restore-space':
      return { method: 'post', path: `/spaces/${spaceId}/restore` }
  }
}

/** The order that a reader of the site must find: sections, and groups as lists that begin with the group. */
type Outline = (string | string[])[]

const leave = (outline: Outline, sectionId: string): Outline =>
  outline
    .filter((item) => item !== sectionId)
    .map((item) => (Array.isArray(item) ? item.filter((id) => id !== sectionId) : item))

const groupIn = (outline: Outline, groupId: string) => outline.findIndex((item) => item[0] === groupId)

/** What an accepted request does to the outline, as the documentation says it. */
function follow(
  outline: Outline,
  { kind }: Operation,
  { path, body }: Request,
  reply: { id: string } | null,
): Outline {
  const [, groupId, , sectionId] = /section-groups\/(\w+)(\/sections\/?(\w*))?/.exec(path) ?? []
  const named = body as { sections?: string[]; sectionId?: string } | undefined
  switch (kind) {
    case 'add-group': {
      const sections = named?.sections ?? []
      return [...sections.reduce(leave, outline), [(reply as { id: string }).id, ...sections]]
    }
    case 'delete-group':
      return outline.flatMap((item) => (item[0] === groupId ? item.slice(1) : [item])) as Outline
    case 'add-to-group': {
      const id = named?.sectionId as string
      if (outline[groupIn(outline, groupId as string)]?.includes(id)) return outline
      return leave(outline, id).map((item) => (item[0] === groupId ? [...item, id] : item)) as Outline
    }
    case 'remove-from-group': {
      const left = leave(outline, sectionId as string)
      return left.toSpliced(groupIn(left, groupId as string) + 1, 0, sectionId as string)
    }
    default:
      return outline
  }
}

/** Sections come at the end, and go with their last site-space, by operations of several kinds. */
function withSections(outline: Outline, sectionIds: readonly string[]): Outline {
  const known = outline.flatMap((item) => (Array.isArray(item) ? item.slice(1) : [item]))
  const gone = known.filter((id) => !sectionIds.includes(id))
  return [...gone.reduce(leave, outline), ...sectionIds.filter((id) => !known.includes(id))]
}

async function readOutline(site: TestSite): Promise<Outline> {
  const { body } = await site.client.get(`${site.path}/structure`)
  if (body.type === 'siteSpaces') return []
  return body.structure.map((item: { id: string; sections?: { id: string }[] }) =>
    item.sections ? [item.id, ...item.sections.map(({ id }) => id)] : item.id,
  )
}

async function buildSiteWithSpaces(count: number) {
  const site = await buildSite(app)
  const spaceIds: string[] = []
  for (let index = 0; index < count; index++)
    spaceIds.push((await buildSpace(site.client, site.organizationId, `Space ${index % 2}`)).id)
  return { site, spaceIds }
}

const send = (site: TestSite, { method, path, body }: Request) => site.client[method](path, body)

describe('whatever is done to a site', () => {
  test('in sequence, its structure stays whole and in the order that the operations promise', async () => {
    const run = async (operations: Operation[]) => {
      const { site, spaceIds } = await buildSiteWithSpaces(4)
      let structure = await readStructure(app, site.id)
      let outline: Outline = []
      for (const step of operations) {
        const request = requestFor(site, structure, spaceIds, step)
        if (!request) continue
        const answer = await send(site, request)
        expect([200, 201, 205, 400, 404, 409]).toContain(answer.status)
        structure = await expectWhole(app, site)
        if (answer.status >= 300) continue
        const sectionIds = structure.sections.map(({ id }) => id)
        outline = withSections(follow(outline, step, request, answer.body), sectionIds)
        const atRoot = structure.siteSpaces.some(
          ({ sectionId, space }) => sectionId === null && space.deletedAt === null,
        )
        if (!atRoot) expect(await readOutline(site)).toEqual(outline)
      }
    }
    const operations = fc.array(operation, { minLength: 20, maxLength: 40 })
    await fc.assert(fc.asyncProperty(operations, run), { numRuns: 30, endOnFailure: true })
  }, 180_000)

  test('by several clients at once, its structure stays whole and nobody meets a fault of the server', async () => {
    const run = async (lanes: Operation[][]) => {
      const { site, spaceIds } = await buildSiteWithSpaces(4)
      const client = async (operations: Operation[]) => {
        for (const step of operations) {
          const request = requestFor(site, await readStructure(app, site.id), spaceIds, step)
          if (request) expect((await send(site, request)).status).toBeLessThan(500)
        }
      }
      await Promise.all(lanes.map(client))
      await expectWhole(app, site)
    }
    const lane = fc.array(operation, { minLength: 8, maxLength: 15 })
    const lanes = fc.array(lane, { minLength: 4, maxLength: 4 })
    await fc.assert(fc.asyncProperty(lanes, run), { numRuns: 8, endOnFailure: true })
  }, 180_000)
})
