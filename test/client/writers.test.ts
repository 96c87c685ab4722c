import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { GitBookAPI } from '@gitbook/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
type PublishedClient = any

let app: TestApp
let archive: Server
let archiveUrl: string
let organization: { id: string; admin: TestUser }
let reviewer: TestUser

const repository = {
  'SUMMARY.md': '# Contents\n\n* [Guide](guide.md)\n* [Reference](reference.md)\n',
  'guide.md': '# Guide\n\nFirst.\n\nSecond.\n\nThird.\n\nSee [the reference](reference.md).\n',
  'reference.md': '# Reference\n\nAll of it.\n',
}

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  reviewer = await buildMember(app, organization.id, 'REVIEW')
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(repository)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const bytes = await buffer(zip.outputStream)
  archive = createServer((_request, response) => response.end(bytes))
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  archiveUrl = `http://127.0.0.1:${(archive.address() as AddressInfo).port}/docs.zip`
})
afterAll(async () => {
  archive.close()
  await app.close()
})

const clientOf = (user: TestUser): PublishedClient =>
  new GitBookAPI({ endpoint: app.url, authToken: user.token })

const guide = (first: string, third: string) => `${first}\n\nSecond.\n\n${third}\n\nSee [the reference]`

test('a space is built, reviewed, changed on both sides, updated, merged and restored by the published client', async () => {
  const { spaces, orgs } = clientOf(organization.admin)
  const space = (await orgs.createSpace(organization.id, { title: 'Handbook' })).data
  const imported = await spaces.importContent(space.id, { url: archiveUrl, source: 'zip' })
  expect(imported.data).toMatchObject({ importedResources: 2, revision: expect.any(String) })
  const [page] = (await spaces.listPages(space.id)).data.pages
  const { markdown } = (await spaces.getPageById(space.id, page.id, { format: 'markdown' })).data
  const write = (address: string, text: string) =>
    app.as(organization.admin).post(address, {
      changes: [{ operation: 'update_page', page: page.id, document: { markdown: text } }],
    })

  const { data: request } = await spaces.createChangeRequest(space.id, { subject: 'Better' })
  expect(request).toMatchObject({ object: 'change-request', number: 1, status: 'draft' })
  const proposal = `/spaces/${space.id}/change-requests/${request.id}`
  await write(`${proposal}/content`, markdown.replace('First.', 'Proposed.'))
  const asked = await spaces.requestReviewersForChangeRequest(space.id, request.id, { users: [reviewer.id] })
  expect(asked.data.users).toMatchObject([{ kind: 'user', user: { id: reviewer.id } }])
  expect((await spaces.listChangeRequestsForSpace(space.id)).data).toMatchObject({ count: 1 })
  const theirs = clientOf(reviewer).spaces
  const review = await theirs.submitChangeRequestReview(space.id, request.id, { status: 'approved' })
  expect(review.data).toMatchObject({ status: 'approved', reviewer: { id: reviewer.id } })
  expect((await spaces.getReviewsByChangeRequestId(space.id, request.id)).data.count).toBe(1)

  await write(`/spaces/${space.id}/content`, markdown.replace('Third.', 'Live.'))
  expect((await spaces.getChangeRequestById(space.id, request.id)).data.outdated).toBe(true)
  const update = await spaces.updateChangeRequest(space.id, request.id)
  expect(update.data).toMatchObject({ result: 'update' })
  const proposed = await spaces.getPageInChangeRequestById(space.id, request.id, page.id, {
    format: 'markdown',
  })
  expect(proposed.data.markdown).toContain(guide('Proposed.', 'Live.'))
  expect((await spaces.getRevisionOfChangeRequestById(space.id, request.id)).data.id).toBe(
    update.data.revision,
  )
  expect((await spaces.listPagesInChangeRequest(space.id, request.id)).data.pages).toHaveLength(2)
  expect((await spaces.getContributorsByChangeRequestId(space.id, request.id)).data.items).toHaveLength(1)
  const { data: semantic } = await spaces.getChangeRequestChanges(space.id, request.id)
  expect(semantic.changes).toMatchObject([{ type: 'page_edited', page: { id: page.id } }])

  const merge = await theirs.mergeChangeRequest(space.id, request.id)
  expect(merge.data).toMatchObject({ result: 'merge' })
  const merged = await spaces.getPageById(space.id, page.id, { format: 'markdown' })
  expect(merged.data.markdown).toContain(guide('Proposed.', 'Live.'))
  expect((await spaces.listChangeRequestsForSpace(space.id, { status: 'merged' })).data.items).toMatchObject([
    { id: request.id, revisionMerged: merge.data.revision },
  ])
  const found = await spaces.searchSpaceContent(space.id, { query: 'proposed' })
  expect(found.data.items).toMatchObject([{ id: page.id }])
  const links = await spaces.listSpaceLinks(space.id)
  expect(links.data.stats).toMatchObject({ total: 1, broken: { total: 0 } })

  const restored = await app
    .as(organization.admin)
    .post(`/spaces/${space.id}/revisions/${imported.data.revision}/restore`)
  expect(restored.body.type).toBe('rollback')
  const after = await spaces.getPageById(space.id, page.id, { format: 'markdown' })
  expect(after.data.markdown).toBe(markdown)
  const pdf = await spaces.getChangeRequestPdf(space.id, request.id)
  expect((await fetch(pdf.data.url)).headers.get('content-type')).toBe('application/pdf')
})

test('the same through the graph alone', async () => {
  const run = async (user: TestUser, document: string, variables: object) => {
    const { data, errors } = await app.as(user).gql(document, variables as Record<string, unknown>)
    expect(errors).toBeUndefined()
    return data
  }
  const { admin } = organization
  const {
    createSpace: { space },
  } = await run(
    admin,
    'mutation ($id: ID!) { createSpace(organizationId: $id, input: { title: "Graph" }) { space { id } } }',
    { id: organization.id },
  )
  const content = 'revisionId changes { written { page { pageId } } }'
  const update = (change: string) =>
    `mutation ($id: ID!${change.includes('$page') ? ', $page: ID!' : ''}) { updateContent(spaceId: $id, input: { changes: [${change}] }) { ${content} } }`
  const document = (markdown: string) => `document: { markdown: "${markdown}" }`
  const inserted = await run(
    admin,
    update(`{ insertPage: { title: "Page", ${document('one\\n\\ntwo\\n\\nthree')} } }`),
    { id: space.id },
  )
  const page = inserted.updateContent.changes[0].written.page.pageId
  const {
    createChangeRequest: { changeRequest: request },
  } = await run(
    admin,
    'mutation ($id: ID!) { createChangeRequest(spaceId: $id, input: { subject: "Graph" }) { changeRequest { id number status } } }',
    { id: space.id },
  )
  const ids = { id: space.id, request: request.id, page }
  await run(
    admin,
    `mutation ($id: ID!, $request: ID!, $page: ID!) { updateChangeRequestContent(spaceId: $id, changeRequestId: $request,
       input: { changes: [{ updatePage: { page: $page, ${document('ONE\\n\\ntwo\\n\\nthree')} } }] }) { ${content} } }`,
    ids,
  )
  await run(
    admin,
    `mutation ($id: ID!, $request: ID!) { requestChangeRequestReviews(spaceId: $id, changeRequestId: $request,
       input: { users: ["${reviewer.id}"] }) { requestedReviewers { user { id } } } }`,
    ids,
  )
  await run(
    reviewer,
    `mutation ($id: ID!, $request: ID!) { createChangeRequestReview(spaceId: $id, changeRequestId: $request,
       input: { status: APPROVED }) { changeRequestReview { id } } }`,
    ids,
  )
  await run(admin, update(`{ updatePage: { page: $page, ${document('one\\n\\ntwo\\n\\nTHREE')} } }`), ids)
  const both = '{ result changeRequest { status isOutdated allConflicts { kind } } }'
  const address = '(spaceId: $id, changeRequestId: $request)'
  const updated = await run(
    admin,
    `mutation ($id: ID!, $request: ID!) { updateChangeRequestFromSpace${address} ${both} }`,
    ids,
  )
  expect(updated.updateChangeRequestFromSpace).toEqual({
    result: 'UPDATE',
    changeRequest: { status: 'OPEN', isOutdated: false, allConflicts: [] },
  })
  const merged = await run(
    reviewer,
    `mutation ($id: ID!, $request: ID!) { mergeChangeRequest${address} ${both} }`,
    ids,
  )
  expect(merged.mergeChangeRequest).toMatchObject({ result: 'MERGE', changeRequest: { status: 'MERGED' } })
  const read =
    'query ($id: ID!, $page: ID!) { page(spaceId: $id, pageId: $page) { ... on DocumentPage { markdown } } }'
  expect((await run(admin, read, ids)).page.markdown).toBe('ONE\n\ntwo\n\nTHREE')
  await run(
    admin,
    'mutation ($id: ID!, $revision: ID!) { restoreRevision(spaceId: $id, revisionId: $revision) { revision { type } } }',
    { id: space.id, revision: inserted.updateContent.revisionId },
  )
  expect((await run(admin, read, ids)).page.markdown).toBe('one\n\ntwo\n\nthree')
})
