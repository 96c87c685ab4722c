import { isEnumType, isInputObjectType, isScalarType, print } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeFaults } from '../../src/base/errors.ts'
import type { Limits } from '../../src/base/validation.ts'
import { Faults } from '../../src/rest/faults.ts'
import type { Route } from '../../src/rest/route.ts'
import { memberOfText } from '../../src/rest/spelling.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { routes } from '../../src/server/routes.ts'
import { standsFor } from '../modules/content/computed-sources.ts'
import type { TestApp } from '../support/app.ts'
import { budget, fallsTo, oneInTurn, oneRowIn, takingTurns } from '../support/budget.ts'
import { takeSnapshot } from '../support/snapshot.ts'
import {
  isListMember,
  isRequiredMember,
  type Member,
  membersOfRow,
  namedTypeOf,
  nameOf,
  parametersOfRow,
  withValue,
  withWords,
} from './input-members.ts'
import { addressOf, call, requiredQueryOf, rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World
/** Brings back the world that the trials of limits have changed. */
let restoreWorld: () => Promise<void>

beforeAll(async () => {
  // The text of a file of the largest size does not fit in a body of the usual size.
  ;({ app, world } = await startWorldApp({ MAX_BODY_BYTES: '4194304' }))
  restoreWorld = await takeSnapshot(app)
})
afterAll(() => app.close())

const rowOf = (name: string) => {
  const compiled = compiledRoutes.find(({ route }) => rowName(route) === name)
  if (!compiled) throw new Error(`there is no row ${name}`)
  return compiled
}

/** A change of content with each operation. */
const changeWith = (route: Route, operation: string): Record<string, unknown> => {
  const { pageId: page, fileId: file } = world.parametersFor(route)
  const members: Record<string, object> = {
    insert_files: { files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }] },
    update_page: { page },
    delete_page: { page },
    revert_page: { page },
    update_file: { file, base64: 'YQ==' },
    delete_file: { file },
  }
  return { operation, ...(members[operation] ?? { title: 'Page', document: { markdown: 'Text' } }) }
}

/** Bodies in which a member can be tried that the usual body of the row has no place for. */
const bodyAround = (name: string, member: Member): unknown => withWords(bodyBefore(name, member), member)

function bodyBefore(name: string, member: Member): unknown {
  const { route } = rowOf(name)
  const usual = world.bodyFor(route)
  const operation = member.words?.[0]?.word
  if (/^POST .*\/content$/.test(name) && operation) {
    const change = changeWith(route, operation)
    const typed = (type: string) => ({ ...change, ...(operation === 'insert_page' && { type }) })
    // The member that is tried is none of the kind of the target, so that it may be any text.
    const target = nameOf(member).endsWith('.url')
      ? { kind: 'user', user: 'someone' }
      : { kind: 'url', url: 'https://example.com/' }
    if (nameOf(member).startsWith('changes.0.target.')) return { changes: [{ ...typed('link'), target }] }
    if (nameOf(member).startsWith('changes.0.computed.'))
      return { changes: [{ ...typed('computed'), computed: standsFor('shop') }] }
    return { changes: [change] }
  }
  if (nameOf(member).startsWith('computedSource.')) return { computedSource: standsFor('shop') }
  if (name.includes('/content/computed/')) return usual
  if (nameOf(member).startsWith('decisions'))
    return { decisions: [{ conflict: 'someone', resolution: 'theirs' }] }
  // An emoji and an icon exclude each other.
  if (name === 'PATCH /spaces/:spaceId' && nameOf(member) === 'icon') return { title: 'Renamed' }
  if (name.endsWith('/imports')) return usual
  if (nameOf(member).startsWith('mergeRules.'))
    return { mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: [world.admin.id] }] } }
  // A destination has a kind.
  if (nameOf(member).startsWith('destination.'))
    return { ...(usual as object), destination: { kind: 'external' } }
  // Pictures of a theme go together.
  if (nameOf(member).startsWith('favicon.icon.')) {
    const image = 'https://example.com/icon.svg'
    return { ...(usual as object), favicon: { icon: { light: image, dark: image } } }
  }
  // A source is an address or a text.
  if (nameOf(member).startsWith('source.')) return { ...(usual as object), source: {} }
  return usual
}

/** Texts of a given length that fit a pattern; by the pattern's source, because that is what limits state. */
const patternTexts: Readonly<Record<string, (length: number) => string>> = {
  '^(?!\\.{1,2}$)[\\p{L}\\p{M}\\p{N}._~-]+$': (length) => 'é'.repeat(length),
  '^[^/\\s]+$': (length) => 'r'.repeat(length),
  '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$': (length) => 'o'.repeat(length),
  '^[\\w.+-]+\\/[\\w.+-]+(\\s*;\\s*[\\w.+-]+=[\\w.+-]+)*$': (length) => `text/${'x'.repeat(length - 5)}`,
  '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$': (length) => 'h'.repeat(length),
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': (length) => 's'.repeat(length),
  '^[a-z_\\-0-9]+$': (length) => 'f'.repeat(length),
  '^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?$': (length) =>
    'zh-hant-tw'.padEnd(length, 'w').slice(0, length),
  '^[a-zA-Z0-9][\\w.-]*$': (length) => 'b'.repeat(length),
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$': hostName,
  '^\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/?\\*)?$': (
    length,
  ) => `/${'s'.repeat(length - 1)}`,
  '^[^\\n\\v\\f\\r\\u0085\\u2028\\u2029]*$': plainText,
  '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$': (length) => `example.com/${'p'.repeat(length - 12)}`,
}

/** Returns a host name of the length, of labels as long as they may be. */
function hostName(length: number): string {
  const labels: string[] = []
  let left = length
  while (left > 63) {
    const size = Math.min(63, left - 3)
    labels.push('d'.repeat(size))
    left -= size + 1
  }
  return [...labels, 'd'.repeat(left)].join('.')
}

const urlOfLength = (length: number) => `${app.url}/v1/openapi.json?${'u'.repeat(length)}`.slice(0, length)

/** Texts of a given length for members whose form is no limit but is checked later, by the names of the members. */
const memberTexts: Readonly<Record<string, (length: number) => string>> = {
  branch: (length) => 'b'.repeat(length),
  singleLogoutURL: urlOfLength,
}

function textOfLength(limits: Limits, length: number): string {
  if (limits.format === 'uri') return urlOfLength(length)
  if (limits.format === 'hostname') return hostName(length)
  if (limits.pattern) {
    const make = patternTexts[limits.pattern.source]
    if (!make) throw new Error(`how to build a text that fits ${limits.pattern.source}?`)
    return make(length)
  }
  return plainText(length)
}

/** Letters beyond the first plane count once, as people count them. */
function plainText(length: number): string {
  return length > 1000 ? 'a'.repeat(length) : '𝒶'.repeat(length)
}

interface Trial {
  readonly value: unknown
  readonly accepted: boolean
}

function trialsOf(name: string, member: Member): Trial[] {
  const limits = member.limits as Limits
  if (isListMember(member)) return listTrials(name, member, limits)
  const { minLength, maxLength, minimum, maximum, pattern } = limits
  const trials: Trial[] = []
  const textOf = memberTexts[nameOf(member)] ?? ((length) => textOfLength(limits, length))
  const text = (length: number, accepted: boolean) => trials.push({ value: textOf(length), accepted })
  const number = (value: number, accepted: boolean) => trials.push({ value, accepted })
  if (minLength !== undefined) {
    text(minLength, true)
    const shorter = [...textOf(minLength)].slice(0, -1).join('')
    trials.push({ value: shorter, accepted: false })
  }
  if (maxLength !== undefined) {
    text(maxLength, true)
    text(maxLength + 1, false)
  }
  if (minimum !== undefined) {
    number(minimum, true)
    number(minimum - 1, false)
  }
  if (maximum !== undefined) {
    number(maximum, true)
    number(maximum + 1, false)
  }
  if (pattern || limits.format) trials.push({ value: 'not / this\none', accepted: false })
  return trials
}

/** Returns whether the member may be an address alone in place of an object. */
const isInvitee = (member: Member) => namedTypeOf(member).name === 'InviteeInput'

/** Items that differ from each other, of the kind the member wants. */
function itemsOf(name: string, member: Member, count: number): unknown[] {
  const usual = bodyAround(name, member)
  const given = member.path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    usual,
  )
  const [first] = Array.isArray(given) ? given : []
  return Array.from({ length: count }, (_, index) => {
    if (isInvitee(member)) return `person${index}@example.com`
    if (typeof first === 'object') return { ...first }
    if (member.limits?.items?.format === 'hostname') return `domain-${index}.example.com`
    return `item${index}`
  })
}

function listTrials(name: string, member: Member, { minItems, maxItems }: Limits): Trial[] {
  const trials: Trial[] = []
  const add = (count: number, accepted: boolean) =>
    trials.push({ value: itemsOf(name, member, count), accepted })
  if (minItems !== undefined) {
    add(minItems, true)
    add(minItems - 1, false)
  }
  if (maxItems !== undefined) {
    add(maxItems, true)
    add(maxItems + 1, false)
  }
  return trials
}

interface Fault {
  path: string
  message: string
}

const faultsAt = (fields: readonly Fault[] | undefined, path: string) =>
  (fields ?? []).filter((fault) => fault.path === path).map((fault) => fault.message)

/** Sends the same request to /graphql, with the row's own document. The paths of its faults are those of the row. */
async function askGraph(name: string, body: unknown) {
  const compiled = rowOf(name)
  const parts = { path: world.parametersFor(compiled.route), query: new URLSearchParams(), headers: {}, body }
  const variables = compiled.readVariables(parts, new Faults())
  const { errors = [] } = await world.client.gql(print(compiled.document), variables)
  const faults = errors.flatMap(({ path = [], extensions }) =>
    ((extensions.fields ?? []) as Fault[]).map((fault) => ({
      ...fault,
      path: compiled.translateFaultPath(path, fault.path),
    })),
  )
  return { code: errors[0]?.extensions.code, faults }
}

/** The faults of made-up ids and conditions when all limits are kept. */
const otherFaults =
  /^(must be a language tag, .*|must be an email address|item\d+ is not a section of this site|item\d+ is not a member of this organization|must be an X\.509 certificate in PEM or base64|names no OpenAPI specification of the organization|is already used by another page with the same parent|must be the key of a file that was uploaded within a day|does not go with this kind|must be an http or https URL without user, query and fragment|must have openid|must begin with http:\/\/ or https:\/\/|at position \d+: .*|must be the name of a branch, or # and the number of a pull request|is the branch that the space is kept in step with|must be a picture: .*|is refused: The address is not that of a repository\..*)$/

const limitedMembersOf = (name: string): Member[] =>
  membersOfRow(name).filter(({ limits }) => limits !== undefined)

const limitedRows = routes.filter(
  (route) => route.method !== 'GET' && limitedMembersOf(rowName(route)).length > 0,
)

test('there are limited members to try', () => expect(limitedRows.length).toBeGreaterThan(40))

const limitedInTurn = limitedRows.map((route, index) => [rowName(route), route, index] as const)

/** In `npm test` one row in two is tried just beyond its limits, and one in six just within them. */
describe.each(limitedInTurn)('%s', (name, route, index) => {
  const ask = (body: unknown) => call(world.client, route, world.parametersFor(route), body)
  const trialsThat = (accepted: boolean, member: Member): TrialOfMember[] =>
    trialsOf(name, member)
      .filter((trial) => trial.accepted === accepted)
      .map(({ value }) => ({ member, value }))

  const isWithinTurn = fallsTo(0, 6, index)

  test.runIf(isWithinTurn)('takes what is just within the limits of each member', async () => {
    const trials = limitedMembersOf(name).flatMap((member) => trialsThat(true, member))
    for (const { body, trials: together } of requestsOf(name, trials)) {
      const { status, body: answer } = await ask(body)
      expect([200, 201, 202, 204, 400, 404, 409, 412]).toContain(status)
      for (const { member, value } of together) {
        const faults = faultsAt(answer?.error?.fields, nameOf(member))
        const ofLimits = faults.filter((fault) => !otherFaults.test(fault))
        const trial = { member: nameOf(member), size: sizeOf(value), error: answer?.error }
        expect({ ...trial, faults: ofLimits }).toEqual({ ...trial, faults: [] })
      }
    }
  })

  test.runIf(fallsTo(1, 2, index))(
    'refuses what is just beyond the limits of each member, in both styles',
    async () => {
      const trials = limitedMembersOf(name).flatMap((member) => trialsThat(false, member))
      for (const { body, trials: together } of requestsOf(name, trials)) {
        const answer = await ask(body)
        const inGraph = await askGraph(name, body)
        for (const { member, value } of together) {
          const faults = faultsAt(answer.body?.error?.fields, nameOf(member))
          const trial = { member: nameOf(member), size: sizeOf(value), error: answer.body?.error }
          expect({ ...trial, faulty: faults.length > 0 }).toEqual({ ...trial, faulty: true })
          expect(faultsAt(inGraph.faults, nameOf(member))).toEqual(faults)
        }
        expect({ status: answer.status, code: inGraph.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' })
        expect(describeFaults(inGraph.faults)).toBe(answer.body.error.message)
      }
    },
  )
})

const inTurn = oneInTurn()

const sizeOf = (value: unknown) =>
  typeof value === 'string' ? `${[...value].length} characters` : Array.isArray(value) ? value.length : value

describe('query parameters', () => {
  beforeAll(() => restoreWorld())

  /** Returns the address of a row with one query parameter more than it needs. */
  const addressWith = (route: Route, name: string, value: string) =>
    `${addressOf(route, world.parametersFor(route))}?${new URLSearchParams({ ...requiredQueryOf(route, world.parametersFor(route)), [name]: value })}`

  const askWithLimit = (route: Route, limit: string) => {
    const address = addressWith(route, 'limit', limit)
    return route.method === 'GET'
      ? world.client.get(address)
      : world.client.post(address, world.bodyFor(route))
  }

  const lists = routes.filter((route) => route.respond.kind === 'list')
  /** In `npm test` each list is asked for one number within the limits, and for one that is refused. */
  const limits = takingTurns(['0', '1000', '1', '2', '999'], 1)
  const wrongLimits = takingTurns(['-1', '1001', 'abc', '1.5', '99999999999'], 1)

  test.each(oneRowIn(3, lists).map((route) => [rowName(route), route] as const))(
    '%s takes a limit from 0 to 1000, and whole numbers only',
    async (_name, route) => {
      for (const limit of limits()) {
        const answer = await askWithLimit(route, limit)
        expect({ limit, status: answer.status }).toEqual({ limit, status: 200 })
        expect(answer.body.items.length).toBeLessThanOrEqual(Number(limit))
      }
      for (const limit of wrongLimits()) {
        const answer = await askWithLimit(route, limit)
        expect({ limit, status: answer.status }).toEqual({ limit, status: 400 })
        expect(faultsAt(answer.body.error.fields, 'limit')).toHaveLength(1)
      }
    },
  )

  const gets = routes.filter((route) => route.method === 'GET')

  test.each(oneRowIn(3, gets).map((route) => [rowName(route), route] as const))(
    '%s refuses wrong texts in each parameter and overlooks parameters that it does not know',
    async (name, route) => {
      // What warns of them is the same for all rows, each of which is tried by the test of unknown input.
      if (fallsTo(0, 4, gets.indexOf(route))) {
        const known = await world.client.get(addressWith(route, 'noSuchParameter', '1'))
        expect(known.status).toBe(200)
      }
      for (const { source, type } of parametersOfRow(name)) {
        if (source.from !== 'query') continue
        const named = namedTypeOf({ path: [], type, limits: undefined })
        if (!isEnumType(named) && !['Int', 'Boolean'].includes(named.name)) continue
        const answer = await world.client.get(addressWith(route, source.name as string, 'no-such-value'))
        expect({ parameter: source.name, status: answer.status }).toEqual({
          parameter: source.name,
          status: 400,
        })
        expect(faultsAt(answer.body.error.fields, source.name as string)).toHaveLength(1)
      }
    },
  )
})

function valuesOfWrongType(member: Member): unknown[] {
  if (isListMember(member)) return ['text', 12, { 0: 'text' }]
  const named = namedTypeOf(member)
  // A word or a list of ids stands for the object.
  if (named.name === 'SpacesOfNewSiteInput') return ['text', 12, [12], {}, { ids: [] }]
  if (isInputObjectType(named)) return memberOfText(named) ? [12, ['text']] : ['text', 12, ['text']]
  if (isEnumType(named)) return ['no-such-value', '', 12, true]
  if (!isScalarType(named)) return []
  switch (named.name) {
    case 'String':
    case 'ID':
      return [12, true, ['text'], { text: 'text' }]
    case 'Int':
      return ['12', 1.5, true, 2 ** 31]
    case 'Boolean':
      return ['true', 1]
    default:
      return []
  }
}

interface TrialOfMember {
  readonly member: Member
  readonly value: unknown
}

/** A response lists no more than twenty faults, and a value may have more than one. */
const trialsOfRequest = budget(10, 1)

const isWithin = (inner: Member, outer: Member) => outer.path.every((key, index) => inner.path[index] === key)

/** A body has one of them: a source is a text or an address, and a reaction is added or removed. */
const excludesOthers = (member: Member) =>
  /^(source\.(text|url)|(added|removed)Reactions)$/.test(nameOf(member))

/** Returns whether the member is in an object of a kind that an object with the other one is not of. */
const isOfOtherKind = ({ words = [] }: Member, other: Member) =>
  words.some(
    ({ path, word }) =>
      path.join('.') === nameOf(other) ||
      other.words?.some((each) => path.join('.') === each.path.join('.') && word !== each.word),
  )

/** Returns whether a body can have both members. */
const fitTogether = (one: Member, other: Member) =>
  !isWithin(one, other) &&
  !isWithin(other, one) &&
  !isOfOtherKind(one, other) &&
  !isOfOtherKind(other, one) &&
  !(excludesOthers(one) && excludesOthers(other))

/** Divides values that are refused into requests: in each, every value is at a place of its own. */
function requestsOf(name: string, trials: readonly TrialOfMember[]) {
  const requests: { around: string; trials: TrialOfMember[] }[] = []
  for (const trial of trials) {
    const around = JSON.stringify(bodyAround(name, trial.member)) ?? ''
    const fitting = requests.find(
      (request) =>
        request.trials.length < trialsOfRequest &&
        request.around === around &&
        request.trials.every(({ member }) => fitTogether(member, trial.member)),
    )
    if (fitting) fitting.trials.push(trial)
    else requests.push({ around, trials: [trial] })
  }
  return requests.map((request) => ({
    trials: request.trials,
    body: request.trials.reduce<unknown>(
      (body, { member, value }) => withValue(body, member.path, value),
      bodyAround(name, (request.trials[0] as TrialOfMember).member),
    ),
  }))
}

describe('bodies', () => {
  const withBody = routes.filter((route) => membersOfRowOrNone(route).length > 0)

  test.each(oneRowIn(2, withBody).map((route) => [rowName(route), route] as const))(
    '%s refuses a value of a wrong type in every member, and names it',
    async (name, route) => {
      const trials = membersOfRow(name).flatMap((member) => {
        const nothing = isRequiredMember(member) ? [null] : []
        return [...inTurn(valuesOfWrongType(member)), ...nothing].map((value) => ({ member, value }))
      })
      for (const { body, trials: together } of requestsOf(name, trials)) {
        const answer = await call(world.client, route, world.parametersFor(route), body)
        expect(answer.status).toBe(400)
        for (const { member, value } of together) {
          const trial = { member: nameOf(member), value }
          expect({ ...trial, faults: faultsAt(answer.body.error.fields, nameOf(member)).length }).toEqual({
            ...trial,
            faults: 1,
          })
        }
      }
    },
  )

  test('overlook members that the row does not know', async () => {
    await restoreWorld()
    for (const route of oneRowIn(12, withBody)) {
      const body = { ...(world.bodyFor(route) as object), noSuchMember: { deep: true } }
      const answer = await call(world.client, route, world.parametersFor(route), body)
      // What leaves the organization would be missed by other rows.
      if (route.path.endsWith('/transfer')) await restoreWorld()
      expect({ row: rowName(route), status: answer.status, error: answer.body?.error }).toEqual({
        row: rowName(route),
        status: route.status ?? 200,
      })
    }
  })
})

function membersOfRowOrNone(route: (typeof routes)[number]): Member[] {
  return route.method === 'GET' ? [] : membersOfRow(rowName(route))
}
