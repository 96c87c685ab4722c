import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { routes } from '../../src/server/routes.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { type Difference, reviewedDifferences } from '../support/contract-differences.ts'
import type { Exchange } from '../support/contract-recorder.ts'
import { reviewedContract as contract, publishedContract } from '../support/published-contract.ts'
import { specifiedOperations } from '../support/specified-operations.ts'
import { changeRequests } from './chapters/change-requests.ts'
import { comments } from './chapters/comments.ts'
import { content } from './chapters/content.ts'
import { customFields } from './chapters/custom-fields.ts'
import { fonts } from './chapters/fonts.ts'
import { gitSync } from './chapters/git-sync.ts'
import { integrations } from './chapters/integrations.ts'
import { type Chapter, record } from './chapters/narrator.ts'
import { openapiSpecs } from './chapters/openapi-specs.ts'
import { organization } from './chapters/organization.ts'
import { people } from './chapters/people.ts'
import { refusals } from './chapters/refusals.ts'
import { sitePublishing } from './chapters/site-publishing.ts'
import { siteStructure } from './chapters/site-structure.ts'
import { spacesAndCollections } from './chapters/spaces-and-collections.ts'
import { translations } from './chapters/translations.ts'

const chapters: Readonly<Record<string, Chapter>> = {
  content,
  'change requests': changeRequests,
  comments,
  'spaces and collections': spacesAndCollections,
  'custom fields': customFields,
  'an organization': organization,
  people,
  'OpenAPI specifications': openapiSpecs,
  translations,
  fonts,
  'git sync': gitSync,
  integrations,
  'the structure of a site': siteStructure,
  'publishing a site': sitePublishing,
  refusals,
}

const told = new Map<string, Promise<readonly Exchange[]>>()

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ MEMBER_SITE: newId('Site') })
})
afterAll(() => app.close())

/** Returns the exchanges of a chapter, which runs once. */
function tell(name: string): Promise<readonly Exchange[]> {
  const exchanges = told.get(name) ?? record(app, chapters[name] as Chapter)
  told.set(name, exchanges)
  return exchanges
}

async function tellAll(): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const name of Object.keys(chapters)) exchanges.push(...(await tell(name)))
  return exchanges
}

/** The rows that the published client cannot call, with the reasons. */
const beyondClient: Readonly<Record<string, string>> = {
  'DELETE /orgs/{organizationId}':
    'The contract keeps it to its own staff, and has no parameter for the title, without which nothing is deleted.',
}

const unique = (names: readonly string[]) => [...new Set(names)].sort()

describe('the published client', () => {
  test.each(Object.keys(chapters))('says and hears of %s what the published contract has', async (name) => {
    const faulty = (await tell(name)).flatMap((exchange) => {
      const faults = contract.faultsOf(exchange)
      return faults.length > 0
        ? [`${exchange.method} ${exchange.path}: ${faults.slice(0, 5).join('; ')}`]
        : []
    })
    expect(faulty).toEqual([])
  })

  test('succeeds with every operation of the specification, with its status', async () => {
    const expected = specifiedOperations.map(({ method, path, status }) => `${method} ${path} ${status}`)
    // Those with the fewest placeholders first, as the path of the latest version fits that of any.
    const operations = specifiedOperations
      .map(({ method, path }) => ({ method, path, takes: patternOf(path) }))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    const succeeded = (await tellAll()).flatMap(({ method, path, status }) => {
      const found = operations.find((one) => one.method === method && one.takes.test(`/v1${path}`))
      return found && status < 300 ? [`${method} ${found.path} ${status}`] : []
    })
    expect(unique(succeeded)).toEqual(unique(expected))
    expect(unique(expected)).toHaveLength(136)
  })

  test('succeeds with every row that the published contract knows', async () => {
    const nameOf = (request: { method: string; path: string }) => {
      const operation = contract.operationOf(request)
      return operation ? [`${operation.method} ${operation.path}`] : []
    }
    const known = routes.flatMap(({ method, path }) =>
      nameOf({ method, path: path.replace(/:\w+\*?/g, 'x') }),
    )
    const succeeded = (await tellAll()).filter(({ status }) => status < 300).flatMap(nameOf)
    expect(unique([...succeeded, ...Object.keys(beyondClient)])).toEqual(unique(known))
  })
})

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const unchanged = publishedContract([])
const unchangedFaults = new Map<Exchange, string>()

function faultsOfUnchanged(exchange: Exchange): string {
  const faults = unchangedFaults.get(exchange) ?? unchanged.faultsOf(exchange).join()
  unchangedFaults.set(exchange, faults)
  return faults
}

/** The exchanges that may show the difference, the likely ones first, because each contract compiles its schemas anew. */
async function likelyFirst(difference: Difference): Promise<Exchange[]> {
  const { member = '' } = difference
  const exchanges = (await tellAll()).filter((exchange) => contract.concerns(exchange, difference))
  const likelihood = (exchange: Exchange) => {
    const faults = faultsOfUnchanged(exchange)
    return faults === '' ? 0 : faults.includes(member) ? 2 : 1
  }
  return exchanges.toSorted((one, other) => likelihood(other) - likelihood(one))
}

const titleOf = ({ contract: version = '0.130.0', at, member = 'the whole' }: Difference) =>
  `${version} ${at}: ${member}`

/** The reviewed differences to look for: each compiles the contract anew. */
const soughtDifferences = reviewedDifferences.filter((_difference, index) => isLongRun || index % 72 === 0)

test.each(soughtDifferences.map((difference) => [titleOf(difference), difference] as const))(
  'the reviewed difference %s still occurs',
  async (_title, difference) => {
    const others = publishedContract(
      reviewedDifferences.filter((other) => other !== difference),
      [difference.contract ?? '0.130.0'],
    )
    const differs = (exchange: Exchange) =>
      others.faultsOf(exchange).length > 0 && contract.faultsOf(exchange).length === 0
    expect((await likelyFirst(difference)).some(differs)).toBe(true)
  },
)
