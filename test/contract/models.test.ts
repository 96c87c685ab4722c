import { readdirSync, readFileSync } from 'node:fs'
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Member, SiteVisitor } from '../../src/access/viewer.ts'
import { causeOf } from '../../src/graph/declare/cause.ts'
import {
  furtherRelated,
  guardsOf,
  models,
  type Related,
  relatedColumns,
} from '../../src/graph/declare/model-registry.ts'
import type { FieldDeclaration } from '../../src/graph/fields/kinds.ts'
import { listOptionsOf, singleReadOf } from '../../src/graph/plan/field-plan.ts'
import {
  columnNamesOf,
  compileWhere,
  Parameters,
  referenceOf,
  type Where,
} from '../../src/graph/sql/where.ts'
import { schema } from '../../src/server/graph.ts'

const source = new URL('../../src/', import.meta.url)

/** Returns the model that a field leads to, also in a list. */
function modelOf(type: GraphQLOutputType): string | undefined {
  const { name } = getNamedType(type)
  return [name, name.replace(/Connection$/, '')].find((candidate) => models.has(candidate))
}

/** Types that only hold what a field or a mutation returns. */
const isWrapper = (name: string) => /(Connection|Edge|Payload)$/.test(name) || name === 'Query'

const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !type.name.startsWith('__')
    ? Object.values(type.getFields()).map((field) => ({ type: type.name, field }))
    : [],
)

const fieldOf = (type: string, field: string): FieldDeclaration | undefined =>
  models.get(type)?.fields.get(field)

/** Returns the interface that declares how a field of a type is read, or the type if it does so itself. */
function declaredBy(type: string, field: string): string {
  const declared = fieldOf(type, field)
  const interfaces = (schema.getType(type) as GraphQLObjectType).getInterfaces()
  return interfaces.find(({ name }) => declared && fieldOf(name, field) === declared)?.name ?? type
}

/** The fields in the list of the documentation, each with a reason. */
const listed = readFileSync(new URL('docs/contributing/models.md', source), 'utf8')
  .split('## Reads that are code')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))

describe('a model', () => {
  test('declares how each of its fields is read', () => {
    const undeclared = fields.filter(({ type, field }) => models.has(type) && !fieldOf(type, field.name))
    expect(undeclared.map(({ type, field }) => `${type}.${field.name}`)).toEqual([])
  })

  test('is reached by declared edges, or by code that the contributing documentation gives a reason for', () => {
    const byCode = fields.filter(({ type, field }) => {
      if (models.has(type)) return fieldOf(type, field.name)?.kind === 'code'
      return !isWrapper(type) && modelOf(field.type) !== undefined
    })
    const names = new Set(byCode.map(({ type, field }) => `${declaredBy(type, field.name)}.${field.name}`))
    expect([...names].sort()).toEqual([...(listed ?? [])].sort())
  })

  test('leads by each edge to the type that the edge declares', () => {
    for (const { type, field } of fields) {
      const declared = fieldOf(type, field.name)
      const target = declared && targetOf(declared)
      if (target !== undefined && !isLeafType(getNamedType(field.type)))
        expect([type, field.name, modelOf(field.type)]).toEqual([type, field.name, target])
    }
  })

  test('guards no column twice, of which the laxer policy could win', () => {
    for (const declaration of models.values()) expect(() => guardsOf(declaration)).not.toThrow()
    const guard = (visible: () => Where) => ({ kind: 'guarded', column: 'email', visible }) as const
    const twice = {
      name: 'Twice',
      table: 'User',
      visible: () => ({}),
      visibleById: () => ({}),
      node: false,
      implementors: [],
      fields: new Map([
        ['email', guard(() => ({ id: '' }))],
        ['login', guard(() => ({}))],
      ]),
    }
    expect(() => guardsOf(twice)).toThrow('guarded twice')
  })

  const member: Member = {
    kind: 'member',
    userId: 'usr1',
    tokenId: null,
    scopes: [],
    memberships: new Map([['org1', null]]),
    onlyEventsOf: null,
    deletedOrganizations: new Set(),
    teams: new Map(),
    grants: { spaces: new Map(), collections: new Map(), sites: new Map() },
  }

  const visitor: SiteVisitor = {
    kind: 'visitor',
    organizationId: 'org1',
    spaces: new Set(['spc1']),
    visit: {
      siteId: 'site1',
      isPublic: true,
      claims: {},
      holds: () => false,
      shows: () => false,
      revisions: new Set(),
      specs: new Set(),
      shown: new Map(),
      readShown: async () => {},
      showsText: async () => false,
      idOfDocument: (id) => id,
    },
  }

  test.each([...models.values()])(
    '$name has policies for members and for visitors that SQL can express',
    ({ table, visible, visibleById }) => {
      for (const policy of [visible, visibleById])
        for (const viewer of [member, visitor])
          expect(compileWhere(table, policy(viewer), 't', new Parameters())).not.toBe('')
    },
  )

  test.each([...models.values()])(
    '$name names columns and relations that its tables have',
    ({ table, fields }) => {
      for (const declared of fields.values())
        for (const [of, column] of columnsIn(table, declared)) expect(columnNamesOf(of)).toContain(column)
    },
  )
})

/** Returns the model that a declaration leads to. */
function targetOf(declared: FieldDeclaration): string | undefined {
  if ('sameRowAs' in declared) return declared.sameRowAs
  return 'target' in declared ? declared.target : undefined
}

/** Returns the columns that a declaration names. Its members have the same meaning in each kind of field. */
function* columnsIn(
  table: string,
  declared: FieldDeclaration,
): Generator<readonly [table: string, column: string]> {
  const target = models.get(targetOf(declared) ?? '')?.table ?? ''
  if ('column' in declared) yield [table, declared.column]
  if ('of' in declared) yield [target, declared.of]
  if ('relation' in declared) for (const column of declared.relation.keys) yield [table, column]
  if ('stored' in declared && declared.stored) yield [table, declared.stored.column]
  if ('order' in declared && declared.kind !== 'list')
    for (const column of declared.order) yield [target, column]
  if ('from' in declared) for (const column of declared.from) yield [table, column]
  if ('with' in declared) yield* columnsOfRelated(table, declared.with)
}

function* columnsOfRelated(
  table: string,
  related: Related,
): Generator<readonly [table: string, column: string]> {
  for (const [relation, inner] of Object.entries(related)) {
    const { column, of, table: target } = referenceOf(table, relation)
    yield [table, column]
    for (const named of [of, ...(relatedColumns(inner) ?? [])]) yield [target, named]
    yield* columnsOfRelated(target, furtherRelated(inner))
  }
}

test('no module declares what stands on a table, or reads it along a relation, in another way', () => {
  const found = readdirSync(new URL('modules/', source), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(new URL(`modules/${name}`, source), 'utf8')
      const calls = text.match(/\b(prisma(Node|Object|Field)\(('\w+')?|t\.relat\w+\()/g) ?? []
      return calls.map((call) => `${name}: ${call}`)
    })
  expect(found).toEqual([])
})

test('every field of Query is a list or finds one row, or tells why no statement reads it', () => {
  const ofQuery = Object.values(schema.getQueryType()?.getFields() ?? {})
  expect(ofQuery.length).toBeGreaterThan(50)
  const unexplained = ofQuery.filter(
    (field) => !listOptionsOf({ field }) && !singleReadOf({ field }) && !causeOf(field),
  )
  expect(unexplained.map(({ name }) => name)).toEqual([])
})
