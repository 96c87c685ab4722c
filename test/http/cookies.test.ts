import { describe, expect, test } from 'vitest'
import { parseCookies, readCookie, serializeCookie } from '../../src/http/cookies.ts'

const requestWith = (cookie?: string) => ({ headers: { cookie } })

describe('the cookies of a request', () => {
  test('are listed in the order of the header, undecoded, every one of the same name', () => {
    expect(parseCookies(requestWith('a=1; b=%20x;a=2 ;c=x=y'))).toEqual([
      ['a', '1'],
      ['b', '%20x'],
      ['a', '2'],
      ['c', 'x=y'],
    ])
  })

  test.each([undefined, '', ';;', 'a', '=1', 'a b=1', ' = '])('are none in %j', (header) => {
    expect(parseCookies(requestWith(header))).toEqual([])
  })

  test('are read by name: the first value counts, and a missing cookie is null', () => {
    expect(readCookie(requestWith('b=1; a=2; a=3'), 'a')).toBe('2')
    expect(readCookie(requestWith('a='), 'a')).toBe('')
    expect(readCookie(requestWith('aa=1'), 'a')).toBeNull()
  })
})

test('a cookie is serialized with its attributes, and never readable by scripts', () => {
  expect(serializeCookie('a', '1', { path: '/', sameSite: 'Lax', secure: false })).toBe(
    'a=1; Path=/; HttpOnly; SameSite=Lax',
  )
  expect(serializeCookie('a', '', { path: '/b/', sameSite: 'None', secure: true, maxAge: 0 })).toBe(
    'a=; Path=/b/; HttpOnly; Secure; SameSite=None; Max-Age=0',
  )
})
