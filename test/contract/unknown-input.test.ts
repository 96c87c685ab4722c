import { getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inputTypeExtension } from '../../src/rest/extensions.ts'
import type { Route } from '../../src/rest/route.ts'
import { parameterNames } from '../../src/rest/router.ts'
import { routes } from '../../src/server/routes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { fallsTo, oneRowIn } from '../support/budget.ts'
import { buildUser, type TestUser } from '../support/factories/organizations.ts'
import { sendWith } from '../support/with-headers.ts'
import { type Member, membersOfRow, nameOf, parametersOfRow, withValue, withWords } from './input-members.ts'
import { addressOf, rowName } from './world.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await buildUser(app)
})
afterAll(() => app.close())

const misspelt = (name: string) => `${name}${name.at(-1)}`

const depthOf = ({ path }: Member) => path.length

/** Returns whether a member is one of an object that is stored as a whole, so that it may have no others. */
function isOfStrictType(route: Route, { path }: Member): boolean {
  const parent = path.slice(0, -1).join('.')
  const type = membersOfRow(rowName(route)).find((member) => nameOf(member) === parent)?.type
  const named = type && getNamedType(type)
  return isInputObjectType(named) && inputTypeExtension(named).strict === true
}

/** Returns a member at the top of the body and one as deep as any, each by the path of its misspelt form. */
function misspeltMembers(route: Route) {
  const members = membersOfRow(rowName(route)).filter(({ path }) => typeof path.at(-1) === 'string')
  const [deepest] = [...members].sort((a, b) => depthOf(b) - depthOf(a))
  const chosen = new Set([members[0], deepest].filter((member) => member !== undefined))
  return [...chosen].map((member) => {
    const name = member.path.at(-1) as string
    const isRefused = isOfStrictType(route, member)
    return { member, path: [...member.path.slice(0, -1), misspelt(name)], name, isRefused }
  })
}

const queryParametersOf = (route: Route): string[] =>
  parametersOfRow(rowName(route)).flatMap(({ source }) => (source.from === 'query' ? [source.name] : []))

/** Sends a request whose names are all misspelt, to a resource that does not exist. */
async function sendMisspelt(route: Route, headers: Record<string, string>) {
  const members = misspeltMembers(route)
  const [parameter] = queryParametersOf(route)
  const names = Object.fromEntries(parameterNames(route.path).map((name) => [name, 'nothing']))
  const query = parameter === undefined ? 'anything' : misspelt(parameter)
  const body =
    route.method === 'GET'
      ? undefined
      : members.reduce<unknown>((given, { member, path }) => withValue(withWords(given, member), path, 1), {})
  const address = `/v1${addressOf(route, names)}?${query}=1`
  const response = await sendWith(app, user, route.method, address, { headers, body })
  const expected = [
    { path: query, name: parameter, isRefused: false },
    ...members.map(({ path, name, isRefused }) => ({ path: path.join('.'), name, isRefused })),
  ]
  return { response, expected }
}

const rows = routes.map((route, index) => [rowName(route), route, index] as const)

/** In `npm test` one row in three is sent one of the two requests. */
describe.each(oneRowIn(3, rows))('%s', (_name, route, index) => {
  test.runIf(fallsTo(0, 2, index))(
    'refuses misspelt members and parameters, with what they may mean, if the client prefers so',
    async () => {
      const { response, expected } = await sendMisspelt(route, { Prefer: 'handling=strict' })
      const { error } = response.body
      expect([response.status, error.reason]).toEqual([400, 'UNKNOWN_INPUT'])
      expect(response.headers.get('preference-applied')).toBe('handling=strict')
      expect(response.headers.get('warning')).toBeNull()
      const faults = expected.map(({ path, name }) => ({
        path,
        message: name === undefined ? 'is unknown' : `is unknown; did you mean \`${name}\`?`,
      }))
      expect(error.fields).toEqual(expect.arrayContaining(faults))
    },
  )

  test.runIf(fallsTo(1, 2, index))(
    'warns of misspelt members and parameters otherwise, and refuses those of what is stored as a whole',
    async () => {
      const { response, expected } = await sendMisspelt(route, {})
      expect(response.headers.get('preference-applied')).toBeNull()
      const refused = expected.filter(({ isRefused }) => isRefused).map(({ path }) => path)
      const faults: { path: string }[] = refused.length > 0 ? response.body.error.fields : []
      expect(faults.map(({ path }) => path)).toEqual(expect.arrayContaining(refused))
      const warnings = expected.flatMap(({ path, name, isRefused }) =>
        name === undefined || isRefused ? [] : [`299 - "${path} is unknown; did you mean ${name}?"`],
      )
      expect(response.headers.get('warning')?.split(', ') ?? []).toEqual(warnings)
    },
  )
})
