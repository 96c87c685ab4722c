import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import {
  assertCondition,
  conditionHolds,
  parseCondition,
} from '../../../src/modules/visitors/conditions/condition.ts'

const claims = JSON.parse(`{
  "plan": "pro", "beta": true, "age": 21, "none": null, "zero": 0, "empty": "",
  "groups": ["staff", "beta"], "levels": [1, 2], "company": { "name": "Acme", "employees": { "count": 5 } },
  "team-name": "docs", "größe": "L", "in": "keyword", "length": 3, "unsigned": { "language": "de" },
  "__proto__": { "polluted": true }
}`)

describe('a condition', () => {
  test.each([
    'visitor.claims.plan == "pro"',
    "visitor.claims.plan === 'pro'",
    'visitor.claims.plan != "free" && visitor.claims.plan !== "team"',
    'visitor.claims.beta',
    'visitor.claims.beta == true',
    '!visitor.claims.missing',
    'visitor.claims.missing == undefined && visitor.claims.missing === undefined',
    'visitor.claims.missing == null && visitor.claims.missing !== null',
    'visitor.claims.none == undefined && visitor.claims.none === null',
    'visitor.claims.missing.deeper.still == undefined',
    'visitor.claims.missing?.deeper.includes("x") === undefined',
    'visitor?.claims?.company?.name == "Acme"',
    '!(visitor.claims.missing?.deeper).deeper',
    '!visitor.claims.none?.["a"].b.startsWith("x")',
    'visitor.claims.company.employees.count >= 5',
    'visitor.claims["team-name"] == "docs"',
    'visitor.claims["plan"].length == 3',
    'visitor.claims.groups[1] == "beta" && visitor.claims.groups.length === 2',
    'visitor.claims.unsigned.language == "de"',
    'visitor.claims.größe == "L"',
    'visitor.claims.in == "keyword" && visitor.claims.length == 3',
    'visitor.claims.age > 20 && visitor.claims.age < 22 && visitor.claims.age <= 21 && visitor.claims.age >= 21',
    '-visitor.claims.age == -21 && - -1 == 1 && -.5 < .5',
    '1.5e1 == 15 && 1E+2 == 100 && 2e-1 == 0.2',
    '"a" < "b" && "B" < "a"',
    '"staff" in visitor.claims.groups',
    '2 in visitor.claims.levels',
    '!("2" in visitor.claims.levels)',
    'visitor.claims.plan in ["pro", "team"]',
    '"name" in visitor.claims.company && "plan" in visitor.claims',
    '!("toString" in visitor.claims)',
    'visitor.claims.groups.includes("beta")',
    'visitor.claims.plan.startsWith("p") && visitor.claims.plan.endsWith("o") && visitor.claims.plan.includes("r")',
    '["pro", "team"].includes(visitor.claims.plan)',
    'visitor.claims.beta ? visitor.claims.age > 18 : false',
    'visitor.claims.zero ? false : visitor.claims.empty ? false : true',
    'false && false || true',
    'true || false && false',
    '1 < 2 == true',
    '!false == true',
    '"\\u0041\\x42\\u{43}\\n\\\\\\"" == \'ABC\\n\\\\"\'',
    "'it\\'s' == \"it's\"",
    'true?.5:0',
    '[]',
    '\n visitor.claims.beta\t',
  ])('holds by what is known of the visitor: %s', (text) => {
    expect(parseCondition(text)).toMatchObject({ expression: {} })
    expect(conditionHolds(text, claims)).toBe(true)
  })

  test.each([
    'visitor.claims.missing',
    'visitor.claims.zero',
    'visitor.claims.empty',
    'visitor.claims.age == "21"',
    'visitor.claims.beta == 1',
    'visitor.claims.zero == false',
    'visitor.claims.zero == null',
    '[] == []',
    'visitor.claims.missing < 1 || visitor.claims.missing >= 0',
    'visitor.claims.none <= 0',
    'undefined',
  ])('does not hold without converting types: %s', (text) => {
    expect(parseCondition(text)).toMatchObject({ expression: {} })
    expect(conditionHolds(text, claims)).toBe(false)
  })

  test.each([
    '!visitor.claims.age.includes("2")',
    '!visitor.claims.missing.includes("a")',
    'visitor.claims.plan.includes(1) == false',
    '!visitor.claims.groups.startsWith("s")',
    '!("a" in visitor.claims.age)',
    '!("a" in visitor.claims.missing)',
    '!(1 in visitor.claims.company)',
    '!(visitor.claims.plan < 3)',
    '-visitor.claims.plan == undefined',
    '!visitor.claims[null]',
    '!visitor.claims.groups[visitor.claims.groups]',
  ])('with operands of the wrong type holds for nobody, negated or not: %s', (text) => {
    expect(parseCondition(text)).toMatchObject({ expression: {} })
    expect(conditionHolds(text, claims)).toBe(false)
  })

  test.each([
    'visitor.claims.constructor',
    'visitor.claims["constructor"]["constructor"]',
    'visitor.claims.toString',
    'visitor.claims.hasOwnProperty',
    'visitor.claims.plan.constructor',
    'visitor.claims.plan.includes',
    'visitor.claims.groups.__proto__',
    'visitor.claims.age.__proto__',
    'visitor.claims.company.__proto__',
    '"a".__proto__.constructor',
    '[].constructor',
    '(1).constructor',
  ])('reads no inherited members: %s', (text) => {
    expect(parseCondition(text)).toMatchObject({ expression: {} })
    expect(conditionHolds(text, claims)).toBe(false)
    expect(conditionHolds(`${text} === undefined`, claims)).toBe(true)
  })

  test('reads a claim of whatever name as a claim', () => {
    expect(conditionHolds('visitor.claims.__proto__.polluted', claims)).toBe(true)
    expect(conditionHolds('visitor.claims.__proto__', {})).toBe(false)
  })
})

describe('an invalid condition', () => {
  test.each([
    ['', 1, 'expected an operand, but the text ends'],
    ['   ', 4, 'expected an operand, but the text ends'],
    ['user.x', 1, 'expected visitor.claims, found user'],
    ['true && process.env', 9, 'expected visitor.claims, found process'],
    ['visitor', 8, 'expected .claims behind visitor, but the text ends'],
    ['visitor.name', 9, 'expected claims behind visitor., found name'],
    ['visitor.claims.', 16, 'expected a name, but the text ends'],
    ['visitor.claims.a ==', 20, 'expected an operand, but the text ends'],
    ['visitor.claims.a = 1', 18, 'expected == or ===, found ='],
    ['visitor.claims.a & 1', 18, 'expected &&, found &'],
    ['visitor.claims.a | 1', 18, 'expected ||, found |'],
    ['visitor.claims.a visitor.claims.b', 18, 'expected an operator or the end, found visitor'],
    ['visitor.claims.a + 1', 18, 'expected a name, a literal or an operator, found +'],
    ['visitor.claims.a && 👍', 21, 'expected a name, a literal or an operator, found 👍'],
    ['(true', 6, 'expected ), but the text ends'],
    ['true)', 5, 'expected an operator or the end, found )'],
    ['[1, 2', 6, 'expected ], but the text ends'],
    ['[1,]', 4, 'expected an operand, found ]'],
    ['visitor.claims["a"', 19, 'expected ], but the text ends'],
    ['true ? 1', 9, 'expected :, but the text ends'],
    ['visitor.claims.a.match("x")', 18, 'expected includes, startsWith or endsWith before (, found match'],
    ['visitor.claims.a.includes()', 27, 'expected an operand, found )'],
    ['visitor.claims.a.includes(1, 2)', 28, 'expected ), found ,'],
    ['visitor.claims.a["includes"](1)', 29, 'expected an operator or the end, found ('],
    ['visitor.claims.a.some(x => x)', 25, 'expected == or ===, found ='],
    ['"open', 6, 'expected " at the end of the string'],
    ["'open\n'", 6, "expected ' at the end of the string"],
    ['"\\q"', 2, 'expected an escape such as \\n, \\" or \\u0041'],
    ['"\\u{110000}"', 2, 'expected an escape such as \\n, \\" or \\u0041'],
    ['012', 2, 'expected the end of the number 0, found 1'],
    ['1.', 2, 'expected the end of the number 1, found .'],
    ['3in [3]', 2, 'expected the end of the number 3, found i'],
    ['1e999', 1, 'expected a smaller number'],
    ['in', 1, 'expected an operand, found in'],
    ['`a`', 1, 'expected a name, a literal or an operator, found `'],
    ['true // always', 6, 'expected a name, a literal or an operator, found /'],
  ])('is refused with the position of the fault: %s', (text, position, message) => {
    expect(parseCondition(text)).toMatchObject({ fault: { position, message } })
    expect(conditionHolds(text, claims)).toBe(false)
    const refused = () => assertCondition('condition', text)
    expect(refused).toThrow(AppError)
    expect(refused).toThrow(`condition: at position ${position}: ${message}`)
  })
})

describe('a hostile text', () => {
  test.each(['(', '!', '-', '[', '!(', 'true?', 'visitor.claims[', '[[]', '"a".includes('])(
    'of nothing but %s is refused for its depth',
    (part) => {
      const text = part.repeat(Math.floor(1024 / part.length))
      expect(parseCondition(text)).toMatchObject({
        fault: { message: expect.stringMatching(/nested at most 50 deep|expected/) },
      })
      expect(conditionHolds(text, claims)).toBe(false)
    },
  )

  test('may be nested 50 deep and no deeper', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}true${')'.repeat(depth)}`
    expect(conditionHolds(nested(50), {})).toBe(true)
    expect(parseCondition(nested(51))).toMatchObject({ fault: { position: 52 } })
  })

  test('may be a chain as long as a condition may be', () => {
    expect(conditionHolds(`${'0||'.repeat(341)}1`, {})).toBe(true)
    expect(conditionHolds(`${'1&&'.repeat(341)}1`, {})).toBe(true)
    expect(conditionHolds(`!visitor.claims${'.a'.repeat(504)}`, {})).toBe(true)
    expect(conditionHolds(`${'1=='.repeat(341)}1`, {})).toBe(false)
  })

  test('may have 1024 characters and no more', () => {
    expect(conditionHolds(`true${' '.repeat(1020)}`, {})).toBe(true)
    expect(parseCondition(`true${' '.repeat(1021)}`)).toMatchObject({
      fault: { position: 1025, message: 'expected at most 1024 characters' },
    })
    expect(parseCondition('x'.repeat(10_000_000))).toMatchObject({ fault: { position: 1025 } })
  })

  test('holds for nobody after the maximum number of steps', () => {
    const list = Array.from({ length: 9_000 }, (_, index) => index)
    expect(conditionHolds('!visitor.claims.list.includes(-1)', { list })).toBe(true)
    expect(
      conditionHolds('!visitor.claims.list.includes(-1) && !visitor.claims.list.includes(-1)', { list }),
    ).toBe(false)
    const text = 'a'.repeat(8_000)
    const part = `b${text.slice(0, 4_000)}`
    expect(conditionHolds('!visitor.claims.text.includes("b")', { text })).toBe(true)
    expect(conditionHolds('!visitor.claims.text.includes(visitor.claims.part)', { text, part })).toBe(false)
  })

  test('of many kinds does not fill the memory', () => {
    const before = parseCondition('visitor.claims.first')
    expect(parseCondition('visitor.claims.first')).toBe(before)
    for (let index = 0; index < 1_000; index++) parseCondition(`visitor.claims.n${index}`)
    expect(parseCondition('visitor.claims.first')).not.toBe(before)
  })
})
