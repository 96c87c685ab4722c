import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { parameterNames } from '../../src/rest/router.ts'
import { routes } from '../../src/server/routes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildUser, type TestUser } from '../support/factories/organizations.ts'
import { sendWith } from '../support/with-headers.ts'
import { type Member, membersOfRow, withValue, withWords } from './input-members.ts'
import { addressOf, rowName } from './world.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await buildUser(app)
})
afterAll(() => app.close())

/** An object of one kind, and a name that only objects of other kinds have. */
interface Foreign {
  readonly within: Member
  readonly word: string
  readonly path: readonly (string | number)[]
}

/** Returns what does not belong together in the bodies of a row. */
function foreignOf(route: Route): Foreign[] {
  const kinds = new Map<string, Map<string, { within: Member; names: Set<string> }>>()
  for (const member of membersOfRow(rowName(route))) {
    const last = member.words?.at(-1)
    if (!last || member.path.length < last.path.length) continue
    const place = last.path.slice(0, -1)
    const words = kinds.get(place.join('.')) ?? new Map()
    kinds.set(place.join('.'), words)
    const kind = words.get(last.word) ?? { within: member, names: new Set() }
    words.set(last.word, kind)
    kind.names.add(String(member.path[place.length]))
  }
  return [...kinds.values()].flatMap((words) => {
    const all = new Set([...words.values()].flatMap(({ names }) => [...names]))
    return [...words].flatMap(([word, { within, names }]) =>
      [...all]
        .filter((name) => !names.has(name))
        .map((name) => ({
          within,
          word,
          path: [...(within.words?.at(-1)?.path.slice(0, -1) ?? []), name],
        })),
    )
  })
}

const rows = routes.filter((route) => route.method !== 'GET' && foreignOf(route).length > 0)

async function faultsOf(route: Route, { within, path }: Foreign, value: unknown) {
  const names = Object.fromEntries(parameterNames(route.path).map((name) => [name, 'nothing']))
  const body = withValue(withWords({}, within), path, value)
  const address = `/v1${addressOf(route, names)}`
  const { status, body: answer } = await sendWith(app, user, route.method, address, { headers: {}, body })
  return { status, fields: (answer.error?.fields ?? []) as { path: string; message: string }[] }
}

test('there are rows whose bodies have objects of several kinds', () =>
  expect(rows.map(rowName)).toEqual(
    expect.arrayContaining([
      'POST /spaces/:spaceId/content',
      'POST /spaces/:spaceId/change-requests/:changeRequestId/content',
      'POST /spaces/:spaceId/move',
      'POST /collections/:collectionId/move',
    ]),
  ))

describe.each(rows.map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  test('refuses members that belong to an object of another kind, and takes null for absent', async () => {
    for (const foreign of oneRowIn(4, foreignOf(route))) {
      const path = foreign.path.join('.')
      const refused = await faultsOf(route, foreign, 'x')
      expect({ path, word: foreign.word, ...refused }).toMatchObject({
        status: 400,
        fields: expect.arrayContaining([{ path, message: `does not belong to ${foreign.word}` }]),
      })
      const absent = await faultsOf(route, foreign, null)
      expect(absent.fields.filter((fault) => fault.path === path)).toEqual([])
    }
  })
})
