import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestAnswer, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildProposal, buildSpaceWith, pageAt } from '../../support/factories/change-requests.ts'
import { insertPage, writePage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organizationId: string

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  organizationId = organization.id
})
afterAll(() => app.close())

let bodies = 0

/** Each body is another: equal ones are stored once. The words are the same, so that their stems are known. */
const newBody = () => `Text with [a link](https://example.com/${++bodies}).\n\n## Heading\n\nMore text.`

async function statementsOf(write: () => Promise<RestAnswer>): Promise<number> {
  const { count } = await app.statements(async () => {
    const { status, body } = await write()
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  })
  return count
}

/** Counts the second of two writes, so that the first one prepares what is prepared once. */
async function statementsOfSecond(write: (n: number) => Promise<RestAnswer>): Promise<number> {
  await statementsOf(() => write(1))
  return statementsOf(() => write(2))
}

const spaceOf = (pageCount: number) => {
  const pages = Array.from({ length: pageCount }, (_, n) => [`Page ${n}`, newBody()])
  return buildSpaceWith(client, organizationId, Object.fromEntries(pages))
}

test('creating a space takes 10 statements, of which 2 record it in the audit log', async () => {
  const create = () => client.post(`/orgs/${organizationId}/spaces`, { title: 'Space', empty: true })
  expect(await statementsOfSecond(create)).toBe(10)
})

test('updating a space takes one statement, beside the look-up of the caller', async () => {
  const { id } = await spaceOf(0)
  const rename = (n: number) => client.patch(`/spaces/${id}`, { title: `Title ${n}` })
  expect(await statementsOfSecond(rename)).toBe(2)
})

test('updating a collection takes one statement, beside the look-up of the caller', async () => {
  const { body } = await client.post(`/orgs/${organizationId}/collections`, { title: 'Collection' })
  const rename = (n: number) => client.patch(`/collections/${body.id}`, { title: `Title ${n}` })
  expect(await statementsOfSecond(rename)).toBe(2)
})

test.each([2, 20])(
  'writing one page takes at most 22 statements in a space of %i pages, of which 2 keep its links',
  async (pageCount) => {
    const { address } = await spaceOf(pageCount)
    const page = await pageAt(client, `${address}/content`, 'page-1')
    const send = (change: object) => client.post(`${address}/content`, { changes: [change] })
    expect(await statementsOfSecond(() => send(insertPage('New', newBody())))).toBe(21)
    expect(await statementsOfSecond(() => send(writePage(page, newBody())))).toBe(22)
  },
)

test.each([1, 10])('a merge takes the same number of statements for %i changed pages', async (changed) => {
  const { id, address } = await spaceOf(20)
  const pageIds = await Promise.all(
    Array.from({ length: changed }, (_, n) => pageAt(client, `${address}/content`, `page-${n}`)),
  )
  const proposal = await buildProposal(client, id)
  await proposal.change(...pageIds.map((page) => writePage(page, newBody())))
  expect(await statementsOf(() => proposal.merge())).toBe(35)
})

const changesDocument = `query ($space: ID!, $id: ID!) {
  changeRequest(spaceId: $space, id: $id) {
    isOutdated
    contributors { nodes { count user { id } } }
    changes(first: 50) {
      totalCount
      nodes { type page { id title ancestors { id } } body { hunks(context: 2) { lines { kind text } } } }
    }
  }
}`

test('reading a change request takes one statement, and 5 more until its changes are remembered', async () => {
  const { id, address } = await spaceOf(5)
  const page = await pageAt(client, `${address}/content`, 'page-2')
  const changed = async () => {
    const proposal = await buildProposal(client, id)
    await proposal.change(writePage(page, newBody()), insertPage('New', newBody()))
    return proposal.id
  }
  const read = async (changeRequest: string) => {
    const { count } = await app.statements(async () => {
      const { data, errors } = await client.gql(changesDocument, { space: id, id: changeRequest })
      expect(errors).toBeUndefined()
      expect(data.changeRequest.changes.totalCount).toBe(2)
    })
    return count
  }
  const [one, other] = [await changed(), await changed()]
  await read(one)
  expect(await read(other)).toBe(6)
  expect(await read(other)).toBe(1)
})
