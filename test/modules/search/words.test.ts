import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptOf } from '../../../src/modules/search/excerpt.ts'
import { parseQuery } from '../../../src/modules/search/query.ts'
import { wordsWithinOneEdit } from '../../../src/modules/search/spelling-corrections.ts'
import { compileQuery } from '../../../src/modules/search/ts-query.ts'
import { tokenize, wordsOf } from '../../../src/modules/search/words.ts'
import { propertyBudget } from '../../support/budget.ts'

describe('words', () => {
  const cases: [text: string, words: string[]][] = [
    ['Hello, World!', ['hello', 'world']],
    ['max_body-bytes=1.5', ['max', 'body', 'bytes', '1', '5']],
    ['Straße ÉTÉ naïve ΣΟΦΟΣ', ['strasse', 'ete', 'naive', 'σοφοσ']],
    ['đăng Đà Nẵng Đakovo', ['dang', 'da', 'nang', 'dakovo']],
    ['København smørrebrød Ærø', ['kobenhavn', 'smorrebrod', 'aero']],
    ['Łódź miłość', ['lodz', 'milosc']],
    ['œuvre SŒUR', ['oeuvre', 'soeur']],
    ['það Þjóð', ['thad', 'thjod']],
    ['ışık IŞIK İstanbul', ['isik', 'isik', 'istanbul']],
    ['Ħal Ŧ ŋ', ['hal', 't', 'n']],
    ['e\u0301te\u0301', ['ete']],
    ['ﬁne Ｆｕｌｌ', ['fine', 'full']],
    ['全文search検索', ['全', '文', 'search', '検', '索']],
    ['한국어 문서', ['한국어', '문서']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['🙂 \u0000 \ud800 —', []],
  ]
  test.each(cases)('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  const names: [name: string, ends: string[]][] = [
    ['getUserById', ['userbyid', 'byid']],
    ['XMLHttpRequest', ['httprequest', 'request']],
    ['OAuth2Client', ['auth2client', 'client']],
    ['größeÄndern', ['andern']],
    ['lowercase', []],
    ['Capital', []],
    ['API', []],
    ['a'.repeat(100), []],
  ]
  test.each(names)('of several words have ends: %s', (name, ends) => {
    expect([...tokenize(name)].map((token) => token.ends)).toEqual([ends])
  })

  const joined: [text: string, words: string[]][] = [
    ['the kube-proxy of Kube‑Proxy', ['kubeproxy', 'kubeproxy']],
    ['max_body-bytes is well-known', ['maxbodybytes', 'wellknown']],
    ['a-b-c-d-e-f-g', ['abcdef']],
    ['RFC 7231, ISO 8601 and Part 2', ['rfc7231', 'iso8601']],
    ['CVE-2024-1234', ['cve20241234']],
    ['1,000,000 or 12’345 or 1.000.000', ['1000000', '12345', '1000000']],
    ['1.234, 1,2, 10.0.0.1, 1,0000', []],
    [`${'x'.repeat(40)}-y`, []],
    ['--dry-run a - b', ['dryrun']],
  ]
  test.each(joined)('are also written as one: %s', (text, words) => {
    expect([...tokenize(text)].flatMap((token) => token.joined?.word ?? [])).toEqual(words)
  })

  test('of Arabic have an end without the article', () => {
    expect([...tokenize('الكتاب والكتاب كتاب ال')].map(({ ends }) => ends)).toEqual([
      ['كتاب'],
      ['كتاب'],
      [],
      [],
    ])
  })

  test('of a text in ASCII are those that it has beside other letters', () => {
    const unit = fc.oneof(fc.constantFrom(' ', '-', ',', '000', 'RFC', '9'), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        expect([...tokenize(text)]).toEqual([...tokenize(`${text} é`)].slice(0, -1))
      }),
      propertyBudget(100, 5000),
    )
  })

  test('have correct offsets, and consist of letters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let end = 0
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end)
          expect(token.end).toBeGreaterThan(token.start)
          expect(token.word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          end = token.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

/** Returns the Damerau–Levenshtein distance, from its definition. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] as number
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const row = rows[i] as number[]
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1)
    }
  return at(a.length, b.length)
}

test('the corrections of a word are exactly the words within one edit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 6 })
  fc.assert(
    fc.property(word, word, (misspelled, meant) => {
      const near = wordsWithinOneEdit(misspelled)
      expect(near.includes(meant)).toBe(distance(misspelled, meant) === 1)
      expect(new Set(near).size).toBe(near.length)
    }),
    propertyBudget(100, 500),
  )
  for (const near of wordsWithinOneEdit('search')) expect(distance('search', near)).toBe(1)
})

describe('a query', () => {
  const none = new Map<string, string>()
  const match = (query: string) => compileQuery(parseQuery(query), none)?.match

  const cases: [query: string, match: string | undefined][] = [
    ['one two', "('one') & ('two' | 'two':*)"],
    ['"one two"', "('one' <1> 'two')"],
    ['one -two', "('one') & !('two')"],
    ['-"one two" three', "('three' | 'three':*) & !('one' <1> 'two')"],
    ['a.b', "('a' <1> 'b':*)"],
    ['--force', "('force' | 'force':*)"],
    ["o'x", "('o' <1> 'x':*)"],
    ['-one', undefined],
    ['', undefined],
  ]
  test.each(cases)('%j is parsed as %s', (query, expected) => {
    expect(match(query)).toBe(expected)
  })

  const inIndex: [query: string, match: string][] = [
    ['one tw', "('one') & ('tw' | 'two' | 'twice')"],
    ['"one two" -"three four"', "('one' & 'two')"],
    ['one.tw', "('one' & ('tw' | 'two' | 'twice'))"],
    ['one -two', "('one') & !('two')"],
  ]
  test.each(inIndex)('%j is read from the index by exact words, in any order: %s', (query, expected) => {
    const index = { completions: ['two', 'twice'] }
    expect(compileQuery(parseQuery(query), none, new Map(), index)?.match).toBe(expected)
  })

  test('consists of letters only, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (query) => {
        const written = match(query) ?? ''
        expect(written.replace(/'[\p{L}\p{N}\p{M}]+'/gu, '')).toMatch(/^[()&|!<>:* \d]*$/)
      }),
    )
  })
})

describe('an excerpt', () => {
  const find = (text: string, ...words: string[]) =>
    [...tokenize(text)].flatMap(({ word, start, end }) => {
      const clause = words.indexOf(word)
      return clause < 0 ? [] : [{ start, end, clause }]
    })

  test('is taken from the part with the most matches', () => {
    const text = `apple ${'filler '.repeat(100)} pear ${'filler '.repeat(100)} apple and pear ${'filler '.repeat(100)}`
    expect(excerptOf(text, find(text, 'apple', 'pear'))).toContain('apple and pear')
  })

  test('has at most 300 characters, no split surrogate pairs, and the first match', () => {
    const unit = fc.constantFrom('a', ' ', 'needle ', '𝒶', '字', '\n', '. ')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 0, maxLength: 900 }), (text) => {
        const found = find(text, 'needle')
        const excerpt = excerptOf(text, found)
        expect(excerpt.length).toBeLessThanOrEqual(300)
        expect(excerpt.isWellFormed()).toBe(true)
        expect(excerpt).not.toContain('\ufffd')
        if (found.length > 0) expect(excerpt).toContain('needle')
      }),
      propertyBudget(100, 500),
    )
  })
})
