import { describe, expect, test } from 'vitest'
import { type Endpoint, Router } from '../../src/rest/router.ts'

const routerOf = (...paths: string[]) => new Router<Endpoint>(paths.map((path) => ({ method: 'GET', path })))

function find(router: Router<Endpoint>, path: string) {
  const match = router.match(path)
  const target = match?.targets.get('GET')
  return target && { path: target.path, parameters: match?.parameters(target) }
}

describe('the router', () => {
  test('prefers a static segment to a parameter, and a parameter to the rest', () => {
    const router = routerOf('/a/:x', '/a/fixed', '/a/:x/c', '/a/:rest*')
    expect(find(router, '/a/fixed')).toEqual({ path: '/a/fixed', parameters: {} })
    expect(find(router, '/a/other')).toEqual({ path: '/a/:x', parameters: { x: 'other' } })
    expect(find(router, '/a/other/c')).toEqual({ path: '/a/:x/c', parameters: { x: 'other' } })
    expect(find(router, '/a/other/d/e')).toEqual({ path: '/a/:rest*', parameters: { rest: 'other/d/e' } })
  })

  test('backtracks from a static segment without a match', () => {
    const router = routerOf('/v/latest/content', '/v/:id/links')
    expect(find(router, '/v/latest/links')).toEqual({ path: '/v/:id/links', parameters: { id: 'latest' } })
  })

  test('decodes parameters once, and accepts them unencoded', () => {
    const router = routerOf('/s/:id/path/:page*')
    expect(find(router, '/s/a%2Fb/path/x%2Fy')?.parameters).toEqual({ id: 'a/b', page: 'x/y' })
    expect(find(router, '/s/%2525/path/x/y%20z/')?.parameters).toEqual({ id: '%25', page: 'x/y z' })
    expect(find(router, '/s/ä+b/path/é')?.parameters).toEqual({ id: 'ä+b', page: 'é' })
  })

  test('takes a slash at the end as if it were not there', () => {
    const router = routerOf('/', '/orgs', '/orgs/:id', '/orgs/:id/path/:rest*')
    for (const path of ['/', '/orgs', '/orgs/x', '/orgs/x/path/y/z'])
      expect(find(router, `${path.replace(/^\/$/, '')}/`)).toEqual(find(router, path))
    expect(find(router, '/')).toEqual({ path: '/', parameters: {} })
  })

  test('does not match empty segments with parameters', () => {
    const router = routerOf('/orgs', '/orgs/:id', '/orgs/:id/path/:rest*')
    for (const path of ['/orgs//', '/orgs//path/y', '/orgs/x/path/', '/orgs/x/path', '/', '', '//orgs'])
      expect(find(router, path)).toBeUndefined()
  })

  test('rejects malformed encoding with 400', () => {
    for (const path of ['/orgs/%', '/orgs/%zz', '/orgs/%ff', '/orgs/%C3%28', '/orgs/%ed%a0%80'])
      expect(() => routerOf('/orgs/:id').match(path)).toThrow('malformed percent-encoding')
  })

  test('supports different parameter names of rows for the same segment', () => {
    const router = new Router<Endpoint>([
      { method: 'GET', path: '/s/:one' },
      { method: 'PUT', path: '/s/:other' },
    ])
    const match = router.match('/s/7')
    const parameters = [...(match?.targets.values() ?? [])].map((target) => match?.parameters(target))
    expect(parameters).toEqual([{ one: '7' }, { other: '7' }])
  })

  test('rejects two rows with the same method and path, regardless of parameter names', () => {
    expect(() => routerOf('/s/:one', '/s/:other')).toThrow('already used by GET /s/:one')
  })

  test('rejects invalid paths', () => {
    expect(() => routerOf('/s/:rest*/more')).toThrow('is not a valid path segment')
    expect(() => routerOf('/s//t')).toThrow('is not a valid path segment')
  })

  test('does not match names of built-in object methods', () => {
    for (const path of ['/constructor', '/__proto__', '/toString'])
      expect(routerOf('/a').match(path)).toBeUndefined()
  })
})
