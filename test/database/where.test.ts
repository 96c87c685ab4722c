import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { compileWhere, Parameters, type Where } from '../../src/graph/sql/where.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { propertyBudget } from '../support/budget.ts'
import { buildMember, buildOrganization, grant } from '../support/factories/organizations.ts'

let app: TestApp
let ids: string[]

beforeAll(async () => {
  app = await startOwnTestApp()
  const { id, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const reader = await buildMember(app, id, 'READ')
  const outer = (await client.post(`/orgs/${id}/collections`, { title: '100% sure' })).body
  const inner = (await client.post(`/orgs/${id}/collections`, { title: 'in_ner', parent: outer.id })).body
  const spaces = []
  for (const [index, parent] of [undefined, outer.id, inner.id, undefined].entries())
    spaces.push((await client.post(`/orgs/${id}/spaces`, { title: `Space ${index}`, parent })).body)
  await client.patch(`/spaces/${spaces[0].id}`, { defaultLevel: null, emoji: '🐹' })
  await client.delete(`/spaces/${spaces[3].id}`)
  await client.post(`/spaces/${spaces[1].id}/comments`, { body: { markdown: 'Hi' } })
  await grant(app, reader, 'EDIT', { spaceId: spaces[2].id })
  ids = [id, outer.id, inner.id, ...spaces.map((space) => space.id), 'nothing']
})
afterAll(() => app.close())

const { letrec, oneof, constant, constantFrom, array, record, integer } = fc

/** Conditions on spaces, of every form that policies and filters use. */
function conditions(): fc.Arbitrary<Where> {
  const id = integer({ min: 0, max: 7 }).map((index) => ids[index] ?? 'nothing')
  // Of many, those that are in the database are found by hash.
  const others = Array.from({ length: 25 }, (_, index) => `other ${index}`)
  const idList = array(id).chain((few) => constantFrom(few, [...few, ...others]))
  // Prisma lets % and _ stand for anything, which a client who searches for them does not mean: see below.
  const text = constantFrom('space', 'Space 1', 'sure', '', '🐹')
  const leaves: fc.Arbitrary<Where>[] = [
    record({ id: oneof(id, record({ in: idList }), record({ notIn: idList }), record({ not: id })) }),
    record({ parentId: oneof(constant(null), record({ not: constant(null) }), id) }),
    record({ deletedAt: oneof(constant(null), record({ not: constant(null) })) }),
    record({ effectiveLevel: oneof(constant(null), record({ not: constant(null) }), constant('INHERIT')) }),
    record({
      openComments: oneof(record({ gt: integer({ min: -1, max: 2 }) }), record({ lte: constant(0) })),
    }),
    record({ ancestors: oneof(record({ has: id }), record({ hasSome: idList })) }),
    record({
      title: oneof(record({ contains: text }), record({ contains: text, mode: constant('insensitive') })),
    }),
    record({ emoji: constantFrom('🐹', '📄') }),
    record({ parent: record({ title: record({ contains: text }) }) }),
    record({
      comments: oneof(record({ some: constant({ status: 'OPEN' }) }), record({ none: constant({}) })),
    }),
    record({
      organization: record({ members: record({ some: record({ role: constantFrom('READ', 'EDIT') }) }) }),
    }),
  ]
  return letrec<{ where: Where }>((tie) => ({
    where: oneof(
      { maxDepth: 3 },
      ...leaves,
      record({ AND: array(tie('where'), { minLength: 1, maxLength: 3 }) }),
      record({ OR: array(tie('where'), { minLength: 1, maxLength: 3 }) }),
      record({ NOT: tie('where') }),
    ),
  })).where
}

describe('a condition', () => {
  test('selects the same rows in SQL as in Prisma', async () => {
    await fc.assert(
      fc.asyncProperty(conditions(), async (where) => {
        const parameters = new Parameters()
        const sql = `SELECT t.id FROM "Space" t WHERE ${compileWhere('Space', where, 't', parameters)} ORDER BY t.id`
        const { rows } = await app.database.pool.query<{ id: string }>(sql, parameters.values)
        const expected = await app.database.prisma.space.findMany({
          where: where as Prisma.SpaceWhereInput,
          select: { id: true },
          orderBy: { id: 'asc' },
        })
        expect(rows).toEqual(expected)
      }),
      propertyBudget(40, 500),
    )
  })

  test.each(['%', '_', '\\\\'])('that contains “%s” matches it literally', async (contains) => {
    const parameters = new Parameters()
    const where = compileWhere('Collection', { title: { contains, mode: 'insensitive' } }, 't', parameters)
    const sql = `SELECT t.title FROM "Collection" t WHERE ${where}`
    const { rows } = await app.database.pool.query<{ title: string }>(sql, parameters.values)
    expect(rows.map(({ title }) => title)).toEqual(
      ['100% sure', 'in_ner'].filter((title) => title.includes(contains)),
    )
  })

  test('has no alternatives that require all of another one and more', () => {
    const parameters = new Parameters()
    const emoji = { emoji: '🐹' }
    const OR = [{ AND: [emoji, { comments: { some: {} } }] }, emoji, { ...emoji, parentId: null }, emoji]
    expect(compileWhere('Space', { OR }, 't', parameters)).toBe('t."emoji" = $1')
    expect(parameters.values).toEqual(['🐹'])
  })

  test('with an unsupported operator throws instead of being ignored', () => {
    expect(() => compileWhere('Space', { title: { endsWith: 'x' } }, 't', new Parameters())).toThrow(
      'endsWith',
    )
    expect(() => compileWhere('Space', { nothing: 1 }, 't', new Parameters())).toThrow('nothing')
    for (const OR of [[], [{}]])
      expect(() => compileWhere('Space', { OR }, 't', new Parameters())).toThrow('a condition in OR is empty')
    expect(() => compileWhere('Space', { OR: [{ id: 'x' }, {}] }, 't', new Parameters())).toThrow(
      'a condition in OR is empty',
    )
    expect(() => compileWhere('Space', { comments: { every: {} } }, 't', new Parameters())).toThrow(
      'supports only some and none',
    )
  })
})
