import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/server/routes.ts'
import type { TestApp } from '../support/app.ts'
import { fallsTo, isLongRun, oneInTurn, oneRowIn, takingTurns } from '../support/budget.ts'
import { rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

/** Segments of an address, percent-encoded or as they are; in `npm test` each row is sent others of them. */
const segments = takingTurns(
  [
    '%00',
    '%F0%9F%90%B9',
    '%ED%A0%80',
    '%',
    '%2e%2e%2f%2e%2e',
    "'%20OR%201=1--",
    '%25',
    'null',
    'undefined',
    '__proto__',
    '-1',
    '9'.repeat(400),
    'x'.repeat(4000),
    '[]',
    '{}',
  ],
  1,
)

const queries = takingTurns(
  [
    'limit=1e309&page=%00',
    'limit=0x10&limit=2',
    'page=AAAA&limit=',
    'page=W10&order=__proto__',
    'format=%00&metadata=maybe&computed=null',
    'status=&authors=%00&authors=&targetPage=%ED%A0%80',
    'search=%25%5C_%27%22&sort=constructor&role=toString',
    'title=%00&published=2&type=&space=',
    'nested=null&default=NaN&shareKey=%F0%9F%90%B9',
  ],
  1,
)

const bodies = takingTurns(
  [
    'null',
    '[]',
    '"text"',
    '{"title":{}}',
    '{"title":"\\u0000"}',
    '{"title":"\\ud800"}',
    '{"__proto__":{"title":"x"},"constructor":1}',
    '{"changes":[{}]}',
    '{"changes":[{"operation":"insert_page","document":{"document":{"object":"document","nodes":[{"object":"block"}]}}}]}',
    '{"body":{"document":{"object":"document","data":{},"nodes":[null]}}}',
    '{"body":{"markdown":1e309},"spaceId":[],"sections":[null],"spaces":[[]]}',
    '{"position":{"before":{"type":"space"},"after":{"type":"collection","collection":""}}}',
    '{"url":"http://","source":"zip"}',
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
  ],
  1,
)

/** In `npm test` one of the parameters of a path is replaced, in one row of two: the others have hostile queries or bodies. */
const nameInTurn = oneInTurn()

const send = async (method: string, address: string, body?: string) => {
  const answer = await request(`${app.url}/v1${address}`, {
    method: method as 'POST',
    headers: { Authorization: `Bearer ${world.client.token}`, 'Content-Type': 'application/json' },
    body,
  })
  await answer.body.dump()
  return answer.statusCode
}

describe.each(oneRowIn(3, routes).map((route, index) => [rowName(route), route, index] as const))(
  '%s',
  (_, route, index) => {
    const fill = (parameters: Record<string, string>) =>
      route.path.replace(/:([A-Za-z]+)\*?/g, (_match, name: string) => parameters[name] ?? '')

    test('answers any identifier, query and body with anything but a fault of ours', async () => {
      const parameters = world.parametersFor(route)
      const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string)
      const statuses: [string, number][] = []
      const isPathTried = names.length > 0 && (route.method === 'DELETE' || fallsTo(0, 2, index))
      const isRestTried = isLongRun || !isPathTried
      for (const name of isPathTried ? nameInTurn(names) : [])
        for (const segment of segments()) {
          const status = await send(
            route.method,
            fill({ ...parameters, [name]: segment }),
            route.method === 'GET' ? undefined : '{}',
          )
          statuses.push([`${name}=${segment.slice(0, 40)}`, status])
        }
      if (isRestTried && route.method === 'GET')
        for (const query of queries())
          statuses.push([query, await send('GET', `${fill(parameters)}?${query}`)])
      else if (isRestTried && route.method !== 'DELETE')
        for (const body of bodies())
          statuses.push([body.slice(0, 60), await send(route.method, fill(parameters), body)])
      expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
    })
  },
)
