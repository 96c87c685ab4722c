import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaterInput, laterInputs, laterOperation } from '../../src/rest/later-input.ts'
import type { Route } from '../../src/rest/route.ts'
import { parameterNames } from '../../src/rest/router.ts'
import { inputMember, keyedList, variantsOf, wordOrIds } from '../../src/rest/spelling.ts'
import { routes } from '../../src/server/routes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildUser, type TestUser } from '../support/factories/organizations.ts'
import { sendWith } from '../support/with-headers.ts'
import { type Member, parametersOfRow, withValue } from './input-members.ts'
import { addressOf, rowName } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document has parts of many shapes
type Part = any

const document: Part = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@gitbook/api-0.202/spec/openapi.json'), 'utf8'),
)

const resolved = (part: Part): Part =>
  part?.$ref
    ? resolved(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((within: Part, key: string) => within[key], document),
      )
    : part

/** Adds the paths of the members of a schema. The body of a page is open JSON and has no members of its own. */
function collectMembers(
  schema: Part,
  path: string,
  found: Set<string>,
  around: readonly string[] = [],
): void {
  const { $ref } = schema
  if ($ref?.endsWith('/JSONDocument') || around.includes($ref)) return
  const inside = $ref ? [...around, $ref] : around
  const { allOf = [], oneOf = [], anyOf = [], items, properties = {} } = resolved(schema)
  for (const part of [...allOf, ...oneOf, ...anyOf, ...(items ? [items] : [])])
    collectMembers(part, path, found, inside)
  for (const [name, member] of Object.entries(properties)) {
    const below = path === '' ? name : `${path}.${name}`
    found.add(below)
    collectMembers(member, below, found, inside)
  }
}

function inputOf(described: Part, shared: readonly Part[]): LaterInput {
  const parameters = [...shared, ...(described.parameters ?? [])]
    .map(resolved)
    .flatMap((parameter) => (parameter.in === 'query' ? [parameter.name as string] : []))
  const members = new Set<string>()
  const content: Part[] = Object.values(resolved(described.requestBody)?.content ?? {})
  for (const { schema } of content) collectMembers(schema, '', members)
  return { parameters: [...new Set(parameters)].sort(), members: [...members].sort() }
}

const described: Readonly<Record<string, LaterInput>> = Object.fromEntries(
  Object.entries<Part>(document.paths).flatMap(([path, { parameters: shared = [], ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => [
      laterOperation(method.toUpperCase(), path),
      inputOf(operation, shared),
    ]),
  ),
)

// `npm run later-input` writes them anew.
test.runIf(process.env.RECORD_LATER_INPUT)('records the names of the later contract', () => {
  const file = new URL('../../src/rest/later-input.json', import.meta.url)
  const lines = Object.entries(described)
    .filter(([, { parameters, members }]) => parameters.length + members.length > 0)
    .map(([operation, input]) => `  ${JSON.stringify(operation)}: ${JSON.stringify(input)}`)
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
})

test('the names that the server knows of the later contract are those of its document', () => {
  const named = Object.entries(described).filter(
    ([, { parameters, members }]) => parameters.length + members.length > 0,
  )
  expect(laterInputs()).toEqual(Object.fromEntries(named))
})

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await buildUser(app)
})
afterAll(() => app.close())

const general = (path: Member['path']) => path.filter((part) => typeof part === 'string').join('.')

/** Returns the members that a row reads, by their paths without indexes, and the words of the kinds of its objects. */
function readMembers(route: Route) {
  const read = new Map<string, Member['path']>()
  const words: { path: Member['path']; word: string | undefined }[] = []
  const collect = (type: GraphQLInputType, path: Member['path']) => {
    if (typeof path.at(-1) === 'string') read.set(general(path), path)
    const nullable = getNullableType(type)
    const isKeyed = isListType(nullable) && keyedList(nullable.ofType)
    if (isListType(nullable) && !isKeyed) return collect(nullable.ofType, [...path, 0])
    if (!isInputObjectType(nullable) || wordOrIds(nullable)) return
    const found = variantsOf(nullable)
    if (found) {
      read.set(general([...path, found.member]), [...path, found.member])
      words.push({ path: [...path, found.member], word: found.variants[0]?.word })
      for (const { field, value } of found.variants)
        collect(field.type, value === undefined ? path : [...path, value])
      return
    }
    for (const field of Object.values(nullable.getFields()))
      collect(field.type, [...path, inputMember(field)])
  }
  for (const { source, type } of parametersOfRow(rowName(route)))
    if (source.from === 'body') collect(type, source.name === undefined ? [] : [source.name])
  return { read, words }
}

/** Returns the members of objects that the row reads which it does not read, by their path with indexes. */
function unreadMembers(route: Route, { members }: LaterInput) {
  const { read, words } = readMembers(route)
  const unread = members.flatMap((member) => {
    const cut = member.lastIndexOf('.')
    const parent = cut < 0 ? '' : member.slice(0, cut)
    // Another member of the same object tells the indexes of the lists that it is in.
    const [, sibling] =
      [...read].find(([path]) => path.slice(0, Math.max(path.lastIndexOf('.'), 0)) === parent) ?? []
    if (read.has(member) || !sibling) return []
    return [{ member, path: [...sibling.slice(0, -1), member.slice(cut + 1)] }]
  })
  // An object of several kinds is told apart before its members are read.
  const needed = words.filter(({ path }) =>
    unread.some((one) => general(one.path).startsWith(general(path.slice(0, -1)))),
  )
  const named = needed.reduce<unknown>((given, { path, word }) => withValue(given, path, word), {})
  return { unread, body: unread.reduce<unknown>((given, { path }) => withValue(given, path, null), named) }
}

const takesBody = (route: Route) =>
  parametersOfRow(rowName(route)).some(({ source }) => source.from === 'body')

const common = routes.flatMap((route) => {
  const input = described[laterOperation(route.method, route.path)]
  return input ? [[rowName(route), route, input] as const] : []
})

describe.each(oneRowIn(3, common))('%s', (_name, route, input) => {
  test('reads every parameter and member of the later contract, or warns that it is ignored', async () => {
    const known = new Set(
      parametersOfRow(rowName(route)).flatMap(({ source }) => (source.from === 'query' ? [source.name] : [])),
    )
    const parameters = input.parameters.filter((name) => !known.has(name))
    const { unread, body } = takesBody(route) ? unreadMembers(route, input) : { unread: [], body: {} }
    const names = Object.fromEntries(parameterNames(route.path).map((name) => [name, 'nothing']))
    const query = new URLSearchParams(input.parameters.map((name) => [name, '']))
    const response = await sendWith(app, user, route.method, `/v1${addressOf(route, names)}?${query}`, {
      headers: {},
      body: route.method === 'GET' ? undefined : body,
    })
    const ignored = [...parameters, ...unread.map(({ member }) => member)]
    const warning = response.headers.get('warning') ?? ''
    const [, listed = '', more = '0'] = /ignored: ([^"]*?)(?: and (\d+) more)?"/.exec(warning) ?? []
    const named = listed === '' ? [] : listed.split(', ').map(decodeURIComponent)
    expect(named.filter((name) => !ignored.includes(name))).toEqual([])
    expect(named.length + Number(more)).toBe(new Set(ignored).size)
  })
})
