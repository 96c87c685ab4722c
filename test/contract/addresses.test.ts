import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { sendWith } from '../support/with-headers.ts'
import { parametersOfRow } from './input-members.ts'
import { addressOf, requiredQueryOf, rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
}, 120_000)
afterAll(() => app.close())

const queryNames = (route: Route): string[] =>
  parametersOfRow(rowName(route)).flatMap(({ source }) => (source.from === 'query' ? [source.name] : []))

describe.each(oneRowIn(4, routes).map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  test('is at its path with a slash at the end too', async () => {
    const address = `${app.url}/v1${addressOf(route, world.parametersFor(route))}`.replace(/\/$/, '')
    const [without, withSlash] = await Promise.all(
      [address, `${address}/`].map((each) => fetch(each, { method: 'OPTIONS' })),
    )
    expect(withSlash?.status).toBe(204)
    expect(withSlash?.headers.get('allow')).toBe(without?.headers.get('allow'))
  })
})

const reading = routes.filter((route) => route.method === 'GET' && queryNames(route).length > 0)

describe.each(oneRowIn(3, reading).map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  test('takes empty parameters as absent, and names those that it requires', async () => {
    const parameters = world.parametersFor(route)
    const required = requiredQueryOf(route, parameters)
    const address = addressOf(route, parameters)
    const optional = queryNames(route).filter((name) => !(name in required))
    const send = (query: Record<string, string>) =>
      world.client.get(`${address}?${new URLSearchParams(query)}`)
    const empty = Object.fromEntries(optional.map((name) => [name, '']))
    expect((await send({ ...required, ...empty })).status).toBe((await send(required)).status)
    for (const name of Object.keys(required)) {
      const { status, body } = await send({ ...required, [name]: '' })
      expect([status, body.error.fields]).toEqual([400, [{ path: name, message: 'is required' }]])
    }
  })
})

describe('a body in JSON that is sent as text', () => {
  const headers = { 'Content-Type': 'text/plain;charset=UTF-8' }
  const path = () => `/v1/orgs/${world.organizationId}/spaces`

  test('is taken with a token', async () => {
    const { status, body } = await sendWith(app, world.admin, 'POST', path(), {
      headers,
      body: { title: 'By fetch' },
    })
    expect([status, body.title]).toEqual([201, 'By fetch'])
  })

  test('is refused without one, because pages of other origins can send it', async () => {
    const response = await fetch(`${app.url}/v1/urls/published`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(415)
    expect((await response.json()).error.message).toContain('`Content-Type: application/json`')
  })
})

test('GET /v1/ tells the version without a token', async () => {
  for (const path of ['/v1', '/v1/']) {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      build: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  }
})
