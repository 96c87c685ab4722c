import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../support/app.ts'
import { budget, isLongRun } from '../../../support/budget.ts'
import { buildProposal, markdownAt } from '../../../support/factories/change-requests.ts'
import { buildContent, sendChanges, writePage } from '../../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../../support/factories/organizations.ts'
import { buildSpace } from '../../../support/factories/spaces.ts'
import { lightRequestsDuring } from '../../../support/light-requests.ts'

const pageCount = budget(8, 100)

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let other: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  other = app.as(await buildMember(app, organization.id, 'READ'))
})
afterAll(() => app.close())

const marks = '**a** [b](https://example.com/c) `d` _e_ ~~f~~ '.repeat(60)

/** A body of about 3 kB, whose first and last line may be changed. */
const bodyOf = (page: number, { first = 'First', last = 'Last' } = {}) =>
  `${first} of ${page}\n\n${marks}\n\n${last} of ${page}`

/** Builds a space whose pages a change request and then the space have changed. */
async function buildSides(theirs: object, ours: object) {
  const space = await buildSpace(app, organization)
  const pages = Array.from({ length: pageCount }, (_, page) => ({
    id: newId('Page'),
    title: `Page ${page}`,
    markdown: bodyOf(page),
  }))
  await buildContent(app, organization.admin, space, pages)
  const proposal = await buildProposal(client, space.id)
  const batchesOf = (side: object) =>
    Array.from({ length: Math.ceil(pageCount / 50) }, (_, batch) =>
      pages
        .slice(batch * 50, batch * 50 + 50)
        .map(({ id }, index) => writePage(id, bodyOf(batch * 50 + index, side))),
    )
  for (const changes of batchesOf(theirs)) await proposal.change(...changes)
  for (const changes of batchesOf(ours)) await sendChanges(client, space.id, ...changes)
  return { content: `/spaces/${space.id}/content`, proposal }
}

/** Asserts that other requests do not wait for the work itself, which is much longer than any of them. */
const expectNobodyWaits = async (work: () => Promise<unknown>) => {
  const { heavy, slowest } = await lightRequestsDuring(other, work)
  expect({ heavy, slowest, isShort: slowest < heavy / 2 }).toMatchObject({ isShort: true })
}

test.runIf(isLongRun)('while many small bodies are merged, other requests are answered', async () => {
  const { content, proposal } = await buildSides({ first: 'Theirs' }, { last: 'Ours' })
  await expectNobodyWaits(async () => {
    const { status, body } = await proposal.merge()
    expect({ status, result: body.result }).toEqual({ status: 200, result: 'merge' })
  })
  for (const page of [0, pageCount - 1])
    expect(await markdownAt(client, content, `page-${page}`)).toBe(
      bodyOf(page, { first: 'Theirs', last: 'Ours' }),
    )
})
