import { describe, expect, test } from 'vitest'
import { redirectLimits } from '../../../src/modules/redirects/limits.ts'
import { normalizedPath, pathOf } from '../../../src/modules/redirects/paths.ts'

const { pattern } = redirectLimits.source

describe('a path on a site', () => {
  test.each([
    ['/a', '/a'],
    ['/a/', '/a'],
    ['/a//', '/a'],
    ['/', ''],
    ['', ''],
    ['/%61%2D%7e', '/a-~'],
    ['/a%2fb', '/a%2Fb'],
    ['/%c3%BC', '/%C3%BC'],
    ['/ü b', '/%C3%BC%20b'],
    ["/it's (a) test!*", '/it%27s%20%28a%29%20test%21%2A'],
    ['/100%', '/100%25'],
    ['/%zz', '/%25zz'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/𝒶', '/%F0%9D%92%B6'],
  ])('%j is written %j', (path, expected) => {
    expect(normalizedPath(path)).toBe(expected)
    expect(normalizedPath(expected)).toBe(expected)
    if (expected !== '') expect(expected).toMatch(pattern)
  })

  test('is built from segments in the same form', () => {
    expect(pathOf([])).toBe('')
    expect(pathOf(['a', 'ü/b', "it's"])).toBe('/a/%C3%BC%2Fb/it%27s')
    for (const segment of ['概要', 'a.b', '(x)'])
      expect(pathOf([segment])).toBe(normalizedPath(`/${segment}`))
  })
})
