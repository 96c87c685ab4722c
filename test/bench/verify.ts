import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Contender } from './contenders.ts'
import { headersOf, type Request } from './requests.ts'
import { type SeededIds, seededIds } from './seed-ids.ts'
import type { Workload } from './workloads.ts'

/** The number of variable sets for which the answers are compared. */
const comparisons = 6

/** How often answers that differ are compared, and the time between. */
const attempts = 10
const waitMs = 500

/** Sends the same questions to all contenders. Throws if they answer with different data, or with an error. */
export async function verify(workload: Workload, contenders: readonly Contender[]): Promise<void> {
  const asked = new Set<string>()
  for (const [index, ids] of seededIds(comparisons).entries()) {
    // Places in one organization ask the same of it.
    const question = JSON.stringify(workload.requests.lectern?.(ids, index))
    if (asked.has(question)) continue
    asked.add(question)
    await assertAlike(workload, contenders, { ids, index })
  }
}

interface Question {
  readonly ids: SeededIds
  readonly index: number
}

/** Throws if the answers to a question differ. Code gets its colors once a thread has them, for which a reader waits but briefly. */
async function assertAlike(
  workload: Workload,
  contenders: readonly Contender[],
  { ids, index }: Question,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answers: Answer[] = []
    for (const contender of contenders) {
      const request = workload.requests[contender.dialect]
      if (request) answers.push(await ask(contender, workload, request(ids, index), ids))
    }
    const [first, ...others] = answers
    const other = first && others.find(({ data }) => !isDeepStrictEqual(data, first.data))
    if (!first || !other) return
    if (attempt === attempts)
      throw new Error(
        `${workload.name}: ${first.name} and ${other.name} answer differently: ${differenceOf(first.data, other.data)}`,
      )
    await wait(waitMs)
  }
}

interface Answer {
  readonly name: string
  readonly data: unknown
}

async function ask(
  { name, port }: Contender,
  workload: Workload,
  request: Request,
  ids: SeededIds,
): Promise<Answer> {
  const { method, path, body } = request
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: headersOf(request),
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const fail = () =>
    new Error(`${workload.name} of ${name} for ${ids.spaceId}: ${response.status} ${text.slice(0, 500)}`)
  if (response.status !== 200) throw fail()
  if (!/json/.test(response.headers.get('content-type') ?? '')) return { name, data: withoutPort(text, port) }
  const answer = JSON.parse(withoutPort(text, port))
  if (answer.errors) throw fail()
  return { name, data: normalized(answer.data ?? answer) }
}

/** The URLs in an answer contain the port, which differs by server. In parameters of other URLs they are encoded. */
const withoutPort = (text: string, port: number) =>
  text.replaceAll(new RegExp(`localhost(:|%3A)${port}`, 'g'), 'localhost')

/**
 * Undoes what the documents cannot express alike: lists and objects that Lectern wraps (`nodes`, `markdown`), pages
 * that PostGraphile reads through the primary branch, the precision and the zone of times, the order of members. Of members that differ by server or time, only whether they are null is compared.
 */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized)
  if (typeof value === 'string') return isTime.test(value) ? new Date(value).toISOString() : value
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const [only] = members
  if (members.length === 1 && only && ['nodes', 'markdown'].includes(only[0])) return normalized(only[1])
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name === 'branches') return ['pages', normalized(member[0].pages)]
      return [name, differing.includes(name) ? member !== null : normalized(member)]
    }),
  )
}

/** Each server has cursors of its own, and requests change when a token was last used. */
const differing = ['endCursor', 'lastUsedAt']

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Returns the first ids for which two answers differ. */
function differenceOf(one: unknown, other: unknown, path = ''): string {
  const children = (value: unknown): Record<string, unknown> =>
    value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  const [first, second] = [children(one), children(other)]
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  const differing = names.find((name) => !isDeepStrictEqual(first[name], second[name]))
  if (differing !== undefined)
    return differenceOf(first[differing], second[differing], `${path}.${differing}`)
  return `${path}: ${JSON.stringify(one)?.slice(0, 300)} and ${JSON.stringify(other)?.slice(0, 300)}`
}
