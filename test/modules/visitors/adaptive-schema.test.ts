import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AdaptiveJsonSchema,
  assertAdaptiveJsonSchema,
  type Claim,
  type ScalarClaim,
} from '../../../src/modules/visitors/adaptive-json-schema.ts'
import { acceptedClaims } from '../../../src/modules/visitors/adaptive-schema.ts'
import { conditionHolds, parseCondition } from '../../../src/modules/visitors/conditions/condition.ts'
import { templateConditions } from '../../../src/modules/visitors/template-conditions.ts'
import { propertyBudget } from '../../support/budget.ts'

const unsignedDescription = 'Unsigned claims of the site visitor.'
const description = 'What it is'
const text = { type: 'string', description } as const
const flag = { type: 'boolean', description } as const
const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object' as const,
  description,
  properties,
  additionalProperties: false as const,
})
const schemaOf = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object' as const,
  properties,
  additionalProperties: false as const,
})
const checked = (value: unknown): AdaptiveJsonSchema => assertAdaptiveJsonSchema('jsonSchema', value)

const whole = schemaOf({
  isBeta: { type: 'boolean', description: 'Takes part' },
  plan: { type: 'string', description: '', enum: ['pro', 'say "hi"'] },
  name: text,
  age: { type: 'number', description },
  groups: { type: 'array', description, items: { type: 'string', description, enum: ['staff', 'beta'] } },
  levels: { type: 'array', description, items: { type: 'number', description } },
  company: object({ 'team-name': { type: 'string', description, enum: ['docs'] }, deep: object({ flag }) }),
  constructor: flag,
  unsigned: {
    ...object({ language: text, tags: { type: 'array', description, items: text } }),
    description: unsignedDescription,
  },
})

describe('a schema of claims', () => {
  test('may have every form of claim, and the name of its dialect', () => {
    expect(checked(whole)).toEqual(whole)
    const named = { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf({}) }
    expect(checked(named)).toEqual(named)
  })

  const claim = (value: unknown) => schemaOf({ plan: value })
  const nestedTo = (depth: number): unknown => (depth === 1 ? text : object({ a: nestedTo(depth - 1) }))

  test.each([
    ['', null, 'must be an object'],
    ['', [], 'must be an object'],
    ['', true, 'must be an object'],
    [
      '.$schema',
      { ...whole, $schema: 'https://json-schema.org/draft/2020-12/schema' },
      'must be "http://json-schema.org/draft-07/schema#"',
    ],
    ['.type', { ...whole, type: 'array' }, 'must be "object"'],
    ['.type', { properties: {}, additionalProperties: false }, 'must be "object"'],
    ['.additionalProperties', { type: 'object', properties: {} }, 'must be false'],
    ['.additionalProperties', { ...whole, additionalProperties: true }, 'must be false'],
    ['.properties', { type: 'object', additionalProperties: false }, 'must be an object'],
    [
      '.required',
      { ...whole, required: ['plan'] },
      'is not supported here: only $schema, type, properties, additionalProperties',
    ],
    ['.properties.plan', claim(true), 'must be an object'],
    [
      '.properties.plan.type',
      claim({ description }),
      'must be one of boolean, number, string, array, object',
    ],
    [
      '.properties.plan.type',
      claim({ type: 'integer', description }),
      'must be one of boolean, number, string, array, object',
    ],
    [
      '.properties.plan.type',
      claim({ type: 'toString', description }),
      'must be one of boolean, number, string, array, object',
    ],
    [
      '.properties.plan.type',
      claim({ type: ['string'], description }),
      'must be one of boolean, number, string, array, object',
    ],
    ['.properties.plan.description', claim({ type: 'string' }), 'must be a string'],
    [
      '.properties.plan.description',
      claim({ type: 'string', description: 'x'.repeat(1001) }),
      'must have at most 1000 characters',
    ],
    [
      '.properties.plan.pattern',
      claim({ ...text, pattern: '(a+)+$' }),
      'is not supported here: only type, description, enum',
    ],
    [
      '.properties.plan.$ref',
      claim({ ...text, $ref: 'https://example.org' }),
      'is not supported here: only type, description, enum',
    ],
    [
      '.properties.plan.enum',
      claim({ ...flag, enum: ['a'] }),
      'is not supported here: only type, description',
    ],
    ['.properties.plan.enum', claim({ ...text, enum: [] }), 'must be a list with at least one string'],
    ['.properties.plan.enum', claim({ ...text, enum: 'a' }), 'must be a list with at least one string'],
    ['.properties.plan.enum.1', claim({ ...text, enum: ['a', 1] }), 'must be a string'],
    ['.properties.plan.enum.1', claim({ ...text, enum: ['a', 'a'] }), 'must not be a duplicate'],
    ['.properties.plan.items', claim({ type: 'array', description }), 'must be an object'],
    [
      '.properties.plan.items.type',
      claim({ type: 'array', description, items: object({}) }),
      'must be one of boolean, number, string',
    ],
    [
      '.properties.plan.items.description',
      claim({ type: 'array', description, items: { type: 'number' } }),
      'must be a string',
    ],
    [
      '.properties.plan.additionalProperties',
      claim({ type: 'object', description, properties: {} }),
      'must be false',
    ],
    [
      '.properties.plan.properties',
      claim({ type: 'object', description, additionalProperties: false }),
      'must be an object',
    ],
    [
      '.properties.plan.properties.a.type',
      claim(object({ a: { description } })),
      'must be one of boolean, number, string, array, object',
    ],
    ['.properties.unsigned.type', schemaOf({ unsigned: text }), 'must be "object"'],
    [
      '.properties.unsigned.description',
      schemaOf({ unsigned: object({}) }),
      `must be "${unsignedDescription}"`,
    ],
    [
      '.properties.__proto__',
      JSON.parse(JSON.stringify(claim(text)).replace('plan', '__proto__')),
      'must have another name',
    ],
    ['.properties.', schemaOf({ '': text }), 'must have another name'],
    [
      `.properties${'.a.properties'.repeat(10)}.a`,
      schemaOf({ a: nestedTo(11) }),
      'must not be nested more than 10 deep',
    ],
    [
      '.properties.c200',
      schemaOf(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, flag]))),
      'exceeds the limit of 200 claims',
    ],
    ['', claim({ ...text, enum: ['x'.repeat(65 * 1024)] }), 'must not be larger than 64 KiB'],
  ])('is refused with the position of the fault: %s', (path, value, message) => {
    expect(() => checked(value)).toThrow(`jsonSchema${path}: ${message}`)
  })

  test('may be as deep and as large as the limits say', () => {
    checked(schemaOf({ a: nestedTo(10) }))
    checked(schemaOf(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, flag]))))
  })
})

const scalarClaim: fc.Arbitrary<ScalarClaim> = fc.oneof(
  fc.record({ type: fc.constant('boolean' as const), description: fc.string() }),
  fc.record({ type: fc.constant('number' as const), description: fc.string() }),
  fc.record(
    {
      type: fc.constant('string' as const),
      description: fc.string(),
      enum: fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['type', 'description'] },
  ),
)
const claimName = fc.oneof(
  fc.constantFrom('a', 'b', 'constructor', 'length', 'a.b', 'a/b', 'a~b', '"', 'x y'),
  fc.string({ unit: 'binary', minLength: 1 }).filter((name) => name !== '__proto__' && name !== 'unsigned'),
)
const claimNamed = fc.letrec<{ claim: Claim }>((tie) => ({
  claim: fc.oneof(
    { maxDepth: 3 },
    scalarClaim,
    fc.record({ type: fc.constant('array' as const), description: fc.string(), items: scalarClaim }),
    fc.tuple(fc.string(), fc.dictionary(claimName, tie('claim'), { maxKeys: 3, noNullPrototype: true })).map(
      ([about, properties]): Claim => ({
        type: 'object',
        description: about,
        properties,
        additionalProperties: false,
      }),
    ),
  ),
})).claim
const anySchema = fc
  .dictionary(claimName, claimNamed, { maxKeys: 6, noNullPrototype: true })
  .map((properties) => schemaOf(properties))

describe('any accepted schema', () => {
  test('is a JSON Schema of draft-07 in the strict reading of a validator', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const ajv = new Ajv({ strict: true })
        expect(checked(schema)).toEqual(schema)
        expect(ajv.validateSchema(schema)).toBe(true)
        expect(typeof ajv.compile(schema)).toBe('function')
      }),
      propertyBudget(5, 100),
    )
  })

  test('leaves of any claims only what its own validator finds no fault with', () => {
    const anyClaims = fc.dictionary(claimName, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
    fc.assert(
      fc.property(anySchema, anyClaims, (schema, claims) => {
        const kept = acceptedClaims({ jsonSchema: schema as never }, claims)
        const validate = new Ajv({ ownProperties: true }).compile(schema)
        expect(validate(kept)).toBe(true)
        for (const [name, value] of Object.entries(claims)) {
          const own = Object.hasOwn(schema.properties, name)
          expect(Object.hasOwn(kept, name)).toBe(own && validate({ [name]: value }))
          if (Object.hasOwn(kept, name)) expect(kept[name]).toEqual(value)
        }
      }),
      propertyBudget(8, 200),
    )
  })

  test('gives only templates that are conditions, and that no visitor without claims meets', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        for (const { condition, description: about } of templateConditions(checked(schema))) {
          expect(parseCondition(condition)).toMatchObject({ expression: {} })
          expect(conditionHolds(condition, {})).toBe(false)
          expect(about).not.toBe('')
        }
      }),
    )
  })
})

describe('claims', () => {
  const declared = { jsonSchema: whole as never }

  test('that were signed are all kept where nothing is declared; unsigned ones are not', () => {
    expect(acceptedClaims(null, { plan: 'x', anything: [1], unsigned: { language: 'de' } })).toEqual({
      plan: 'x',
      anything: [1],
    })
  })

  test('of the declared form are kept', () => {
    const claims = {
      isBeta: true,
      plan: 'pro',
      name: '',
      age: 1.5,
      groups: ['staff'],
      levels: [],
      company: { 'team-name': 'docs', deep: {} },
      unsigned: { language: 'de', tags: ['a'] },
    }
    expect(acceptedClaims(declared, claims)).toEqual(claims)
  })

  test.each([
    ['is not declared', { plan: 'pro', admin: true }],
    ['has another type', { plan: 'pro', isBeta: 'true' }],
    ['is null', { plan: 'pro', age: null }],
    ['is not of the enumeration', { plan: 'pro', groups: ['staff', 'root'] }],
    ['has an undeclared member', { plan: 'pro', company: { 'team-name': 'docs', admin: true } }],
    ['has a name that objects inherit', { plan: 'pro', toString: 'x', constructor: 'x' }],
    ['is unsigned in another form', { plan: 'pro', unsigned: 'de' }],
  ])('are dropped of which one %s, and no other', (_case, claims) => {
    expect(acceptedClaims(declared, claims)).toEqual({ plan: 'pro' })
  })

  test('without a signature are kept below unsigned, if declared', () => {
    const claims = { unsigned: { language: 'de', plan: 'pro', tags: [1] } }
    expect(acceptedClaims(declared, claims)).toEqual({ unsigned: { language: 'de' } })
    const without = { jsonSchema: schemaOf({ plan: text }) as never }
    expect(acceptedClaims(without, { plan: 'a', unsigned: { plan: 'b' } })).toEqual({ plan: 'a' })
  })

  test('are validated against the current schema', () => {
    const before = { jsonSchema: schemaOf({ plan: text }) as never }
    const after = { jsonSchema: schemaOf({ plan: { ...text, enum: ['b'] } }) as never }
    expect(acceptedClaims(before, { plan: 'a' })).toEqual({ plan: 'a' })
    expect(acceptedClaims(after, { plan: 'a' })).toEqual({})
    expect(acceptedClaims(before, { plan: 'a' })).toEqual({ plan: 'a' })
  })
})

test('templates ask for each claim that is declared', () => {
  expect(templateConditions(checked(whole)).map(({ condition }) => condition)).toEqual([
    'visitor.claims.isBeta == true',
    'visitor.claims.plan == "pro"',
    'visitor.claims.plan == "say \\"hi\\""',
    'visitor.claims.name != undefined',
    'visitor.claims.age != undefined',
    'visitor.claims.groups.includes("staff")',
    'visitor.claims.groups.includes("beta")',
    'visitor.claims.levels.length > 0',
    'visitor.claims.company["team-name"] == "docs"',
    'visitor.claims.company.deep.flag == true',
    'visitor.claims.constructor == true',
    'visitor.claims.unsigned.language != undefined',
    'visitor.claims.unsigned.tags.length > 0',
  ])
  const [first, second] = templateConditions(checked(whole))
  expect(first?.description).toBe('isBeta is true: Takes part')
  expect(second?.description).toBe('plan is "pro"')
})

test('templates are at most 500, and none is longer than a condition may be', () => {
  const values = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x'))
  const many = schemaOf({ plan: { ...text, enum: values(2000, 4) } })
  expect(templateConditions(checked(many))).toHaveLength(500)
  const long = schemaOf({ plan: { ...text, enum: ['x'.repeat(1024), 'y'] } })
  expect(templateConditions(checked(long)).map(({ condition }) => condition)).toEqual([
    'visitor.claims.plan == "y"',
  ])
})
