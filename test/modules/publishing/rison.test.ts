import { describe, expect, test } from 'vitest'
import { decodeRison, maximumRisonDepth } from '../../../src/modules/publishing/rison.ts'

describe('Rison', () => {
  test.each([
    ['()', {}],
    ['(a:0,b:1)', { a: 0, b: 1 }],
    ["(a:0,b:foo,c:'23skidoo')", { a: 0, b: 'foo', c: '23skidoo' }],
    ['!()', []],
    ["!(1,!t,!f,!n,'')", [1, true, false, null, '']],
    ['!t', true],
    ['1.5', 1.5],
    ['-3', -3],
    ['1e30', 1e30],
    ['1e-30', 1e-30],
    ['a', 'a'],
    ['a-z', 'a-z'],
    ["'0a'", '0a'],
    ["'abc def'", 'abc def'],
    ["'wow!!'", 'wow!'],
    ["'can!'t'", "can't"],
    ['Control-F', 'Control-F'],
    ['ünïcödé', 'ünïcödé'],
    ["'𝒶'", '𝒶'],
    ['(user:(plan:pro,teams:!(a,b)))', { user: { plan: 'pro', teams: ['a', 'b'] } }],
    ["('a b':c)", { 'a b': 'c' }],
    ['user@example.com'.replace('@', '.'), 'user.example.com'],
  ])('reads %s', (text, value) => {
    expect(decodeRison(text)).toEqual(value)
  })

  test.each([
    ['', 'a value is missing at position 1'],
    ['(', '"" cannot begin a value at position 2'],
    ['(a', '":" is missing at position 3'],
    ['(a:', 'a value is missing at position 4'],
    ['(a:1', '"," or ")" is missing at position 5'],
    ['(a:1,)', '")" cannot begin a value at position 6'],
    ['(,)', '"," cannot begin a value at position 2'],
    ['(a:1,a:2)', 'the name a is there twice at position 6'],
    ['(1:a)', '"1" cannot begin a value at position 2'],
    ['(a:b)x', 'nothing may follow the value at position 6'],
    ['!(1,)', '")" cannot begin a value at position 5'],
    ['!(,1)', '"," cannot begin a value at position 3'],
    ['!x', '"!" must be followed by t, f, n or ( at position 1'],
    ['!', '"!" must be followed by t, f, n or ( at position 1'],
    ["'abc", 'the text has no end at position 1'],
    ["'a!b'", '"!" in a text must be followed by "!" or "\'" at position 3'],
    ['01', '"0" is no number at position 1'],
    ['1.', '"1" is no number at position 1'],
    ['1a', '"1" is no number at position 1'],
    ['1e+5', '"1" is no number at position 1'],
    ['-', '"-" is no number at position 1'],
    ['1e999', 'the number is too large at position 6'],
    ['a b', 'nothing may follow the value at position 2'],
    [' a', '" " cannot begin a value at position 1'],
    ['@a', '"@" cannot begin a value at position 1'],
  ])('refuses %j', (text, message) => {
    expect(() => decodeRison(text)).toThrow(message)
  })

  test('makes a member of every name, and touches no prototype', () => {
    const value = decodeRison('(__proto__:(admin:!t),constructor:a)') as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(value.admin).toBeUndefined()
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  test('is bounded in depth', () => {
    const nested = (depth: number) => '!('.repeat(depth) + ')'.repeat(depth)
    expect(() => decodeRison(nested(maximumRisonDepth))).not.toThrow()
    expect(() => decodeRison(nested(maximumRisonDepth + 1))).toThrow('levels are inside of each other')
    expect(() => decodeRison('('.repeat(4000))).toThrow()
  })

  test('reads every text that a writer of it makes, and every cut of it fails or is whole', () => {
    const text = "(a:!(1,-2.5,!t),'b c':(d:'it!'s !!',e:!n),f:word-1)"
    expect(decodeRison(text)).toEqual({ a: [1, -2.5, true], 'b c': { d: "it's !", e: null }, f: 'word-1' })
    for (let length = 0; length < text.length; length++)
      expect(() => decodeRison(text.slice(0, length))).toThrow(/at position \d+$/)
  })
})
