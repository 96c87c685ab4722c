import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { parameterNames } from '../../src/rest/router.ts'
import { routes } from '../../src/server/routes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildUser, type TestUser } from '../support/factories/organizations.ts'
import {
  isListMember,
  type Member,
  membersOfRow,
  namedTypeOf,
  nameOf,
  withValue,
  withWords,
} from './input-members.ts'
import { isPublic } from './row-permissions.ts'
import { addressOf, rowName } from './world.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await buildUser(app)
})
afterAll(() => app.close())

/** Returns the members of a body that have a shape: those that take any JSON have none. */
const shapedMembersOf = (route: Route): Member[] =>
  membersOfRow(rowName(route)).filter((member) => namedTypeOf(member).name !== 'JSON')

const wrongShape = (member: Member) => (isListMember(member) ? {} : [[]])

/** The number of faults that a response lists at most. */
const listedFaults = 20

/** Sends a body whose members have the wrong shape, to a resource that does not exist. */
async function send(route: Route, members: readonly Member[], token: string | null) {
  const names = Object.fromEntries(parameterNames(route.path).map((name) => [name, 'nothing']))
  const response = await fetch(`${app.url}/v1${addressOf(route, names)}`, {
    method: route.method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(
      members.reduce<unknown>(
        (body, member) => withValue(withWords(body, member), member.path, wrongShape(member)),
        {},
      ),
    ),
  })
  const { error } = (await response.json()) as { error: { fields?: { path: string }[] } }
  return { status: response.status, paths: (error.fields ?? []).map(({ path }) => path) }
}

const rows = routes.filter((route) => shapedMembersOf(route).length > 0)

describe.each(oneRowIn(3, rows).map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  const members = shapedMembersOf(route)
  const top = members.filter(({ path }) => path.length === 1)
  const [deepest] = [...members].sort((a, b) => b.path.length - a.path.length)

  test.runIf(!isPublic(route))('tells nothing of its input to callers without a token', async () => {
    expect(await send(route, top, null)).toEqual({ status: 401, paths: [] })
  })

  test('reports every member of the wrong shape before it looks for what the path names', async () => {
    const { status, paths } = await send(route, top, user.token)
    expect([status, paths]).toEqual([400, expect.arrayContaining(top.slice(0, listedFaults).map(nameOf))])
    const below = await send(route, [deepest as Member], user.token)
    expect([below.status, below.paths]).toEqual([400, expect.arrayContaining([nameOf(deepest as Member)])])
  })
})
