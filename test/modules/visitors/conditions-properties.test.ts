import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluated } from '../../../src/formats/expressions/evaluate.ts'
import { parseExpression } from '../../../src/formats/expressions/parse.ts'
import { type Expression, methods } from '../../../src/formats/expressions/syntax.ts'
import {
  conditionHolds,
  maximumConditionLength,
  parseCondition,
} from '../../../src/modules/visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../../src/modules/visitors/visitor.ts'
import { propertyBudget } from '../../support/budget.ts'
import { printed } from './printed-condition.ts'

const holds = (tree: Expression, claims: Readonly<Record<string, unknown>>): boolean =>
  Boolean(evaluated(tree, { claims }))

const names = ['a', 'b', 'c', 'unsigned', '__proto__', 'constructor', 'length', 'in', 'a-b']
const claimName = fc.constantFrom(...names)
/** As they come out of a token: made by JSON.parse. */
const anyClaims: fc.Arbitrary<VisitorClaims> = fc
  .dictionary(
    claimName,
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.constantFrom('x', 'y', '')),
      fc.dictionary(claimName, fc.jsonValue({ maxDepth: 1 })),
    ),
  )
  .map((claims) => JSON.parse(JSON.stringify(claims)) as VisitorClaims)

const position = 1
const comparing = ['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in'] as const

const scalar = fc.oneof(
  fc.constantFrom('x', 'y', '', ...names),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.nat(3),
  fc.constantFrom(true, false, null, undefined),
)

/** Trees of every kind, whether they make sense or not. */
const { tree: anyTree } = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.oneof(
      fc.record({ kind: fc.constant('literal' as const), position: fc.constant(position), value: scalar }),
      claimName.map((name) => memberOf({ kind: 'claims', position }, name)),
      fc.constant<Expression>({ kind: 'claims', position }),
    ),
    fc.array(tie('tree'), { maxLength: 3 }).map((items): Expression => ({ kind: 'array', position, items })),
    fc
      .tuple(tie('tree'), tie('tree'), fc.boolean())
      .map(
        ([object, key, optional]): Expression => chained({ kind: 'member', position, object, key, optional }),
      ),
    fc
      .tuple(tie('tree'), fc.constantFrom(...methods), tie('tree'), fc.boolean())
      .map(
        ([object, method, argument, optional]): Expression =>
          chained({ kind: 'call', position, object, method, argument, optional }),
      ),
    fc
      .tuple(fc.constantFrom('!' as const, '-' as const), tie('tree'))
      .map(([operator, operand]): Expression => ({ kind: 'unary', position, operator, operand })),
    fc
      .tuple(fc.constantFrom('&&' as const, '||' as const), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Expression => ({ kind: 'logical', position, operator, left, right })),
    fc
      .tuple(fc.constantFrom(...comparing), tie('tree'), tie('tree'))
      .map(
        ([operator, left, right]): Expression => ({ kind: 'comparison', position, operator, left, right }),
      ),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(
      ([test, whenTrue, whenFalse]): Expression => ({
        kind: 'conditional',
        position,
        test,
        whenTrue,
        whenFalse,
      }),
    ),
  ),
}))

const memberOf = (object: Expression, name: string): Expression => ({
  kind: 'member',
  position,
  object,
  key: { kind: 'literal', position, value: name },
  optional: false,
})

/** As the parser makes them: what has an optional link is a chain. */
function chained(link: Extract<Expression, { kind: 'member' | 'call' }>): Expression {
  return link.optional ? { kind: 'chain', position, expression: link } : link
}

const fragments = fc.constantFrom(
  ...[
    'visitor',
    '.claims',
    '.',
    '?.',
    '.a',
    '[',
    ']',
    '(',
    ')',
    '!',
    '-',
    '&&',
    '||',
    '==',
    '<',
    'in',
    '?',
    ':',
  ],
  ...['true', 'null', '1', '.5', '"x"', "'", '\\', ' ', 'includes', ',', '\n', '=', '👍', '\ud800'],
)

test('any text is read, or refused with a position in it or right behind it', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(anyText, anyClaims, (text, claims) => {
      const condition = parseCondition(text)
      expect(typeof conditionHolds(text, claims)).toBe('boolean')
      if (!('fault' in condition)) return
      expect(condition.fault.position).toBeGreaterThanOrEqual(1)
      expect(condition.fault.position).toBeLessThanOrEqual(text.length + 1)
      expect(condition.fault.message).toMatch(/^expected /)
    }),
    propertyBudget(100, 3000),
  )
})

test('a condition that lost or gained a character is read, or refused with a position', () => {
  fc.assert(
    fc.property(anyTree, fc.nat(), fragments, fc.boolean(), (tree, at, fragment, loses) => {
      const whole = printed(tree)
      const index = at % (whole.length + 1)
      const text = `${whole.slice(0, index)}${loses ? '' : fragment}${whole.slice(index + Number(loses))}`
      const condition = parseCondition(text)
      if ('fault' in condition)
        expect(condition.fault.position).toBeLessThanOrEqual(
          Math.min(text.length, maximumConditionLength) + 1,
        )
    }),
    propertyBudget(70, 2000),
  )
})

test('no tree makes an evaluation throw, whatever the claims', () => {
  fc.assert(
    fc.property(anyTree, anyClaims, (tree, claims) => {
      expect(typeof holds(tree, claims)).toBe('boolean')
    }),
    propertyBudget(100, 3000),
  )
})

test('a tree that is printed and read again decides the same', () => {
  fc.assert(
    fc.property(anyTree, anyClaims, (tree, claims) => {
      const text = printed(tree)
      const first = parseExpression(text)
      expect(holds(first, claims)).toBe(holds(tree, claims))
      expect(printed(parseExpression(printed(first)))).toBe(printed(first))
    }),
    propertyBudget(70, 2000),
  )
})

test('an evaluation leaves the claims as they are', () => {
  fc.assert(
    fc.property(anyTree, anyClaims, (tree, claims) => {
      const before = JSON.stringify(claims)
      holds(tree, claims)
      expect(JSON.stringify(claims)).toBe(before)
    }),
  )
})

type Typed = Record<'truth' | 'number' | 'text' | 'list', string>

const typedClaims = fc.record(
  {
    yes: fc.boolean(),
    count: fc.integer({ min: -3, max: 3 }),
    name: fc.constantFrom('', 'x', 'xy', 'é👍'),
    tags: fc.array(fc.constantFrom('x', 'y', 'xy')),
    known: fc.dictionary(fc.constantFrom('x', 'y'), fc.boolean(), { noNullPrototype: true }),
  },
  { requiredKeys: ['count', 'name', 'tags', 'known'] },
)

const joined = (left: fc.Arbitrary<string>, operators: string[], right: fc.Arbitrary<string>) =>
  fc.tuple(left, fc.constantFrom(...operators), right).map((parts) => parts.join(' '))

/** Texts whose operands have types for which our language and JavaScript agree. Without needless parentheses. */
const typed = fc.letrec<Typed>((tie) => ({
  truth: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom('true', 'false', 'visitor.claims.yes', 'visitor.claims.missing?.a.includes("x")'),
    joined(tie('number'), ['<', '<=', '>', '>=', '==', '!=', '===', '!=='], tie('number')),
    joined(tie('text'), ['<', '<=', '>', '>=', '==', '!=', '===', '!=='], tie('text')),
    joined(tie('truth'), ['&&', '||'], tie('truth')),
    joined(
      fc.constantFrom('visitor.claims.a', 'visitor.claims.missing'),
      ['==', '!=='],
      fc.constantFrom('null', 'undefined'),
    ),
    joined(fc.constantFrom('"x"', '"y"', '"toSource"'), ['in'], fc.constant('visitor.claims.known')),
    tie('truth').map((truth) => `!(${truth})`),
    tie('truth').map((truth) => `(${truth})`),
    fc.tuple(tie('truth'), tie('truth'), tie('truth')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc
      .tuple(tie('text'), fc.constantFrom(...methods), tie('text'))
      .map(([text, method, part]) => `${text}.${method}(${part})`),
    fc.tuple(tie('list'), tie('text')).map(([list, item]) => `${list}.includes(${item})`),
  ),
  number: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom('0', '1', '2.5', '1e1', '.5', 'visitor.claims.count', 'visitor.claims["count"]'),
    tie('number').map((number) => `(-${number.startsWith('-') ? ' ' : ''}${number})`),
    tie('text').map((text) => `${text}.length`),
    tie('list').map((list) => `${list}?.length`),
  ),
  text: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom('"x"', "'xy'", '""', '"\\u00e9\\u{1f44d}"', '"\\x78\\""', 'visitor.claims.name'),
    fc.tuple(tie('truth'), tie('text'), tie('text')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
  list: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom('visitor.claims.tags', 'visitor.claims?.tags'),
    fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  ),
}))

test('a condition whose types fit decides as JavaScript does', () => {
  const budget = propertyBudget(150, 5000)
  let compared = 0
  fc.assert(
    fc.property(typed.truth, typedClaims, (text, claims) => {
      fc.pre(text.length <= maximumConditionLength)
      const inJavaScript = new Function('visitor', `"use strict"; return Boolean(${text})`)
      expect(parseCondition(text)).toMatchObject({ expression: {} })
      expect(conditionHolds(text, claims)).toBe(inJavaScript({ claims }))
      compared++
    }),
    budget,
  )
  expect(compared).toBeGreaterThanOrEqual(budget.numRuns)
})
