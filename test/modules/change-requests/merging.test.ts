import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  buildProposal,
  buildSpaceWith,
  markdownAt,
  pageAt,
  pathsOf,
} from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const lines = ['one', '', 'two', '', 'three', '', 'four', '', 'five']
const text = lines.join('\n')
const withLine = (index: number, line: string) => lines.with(index, line).join('\n')

/** Builds a space with a page of five paragraphs and another page, and a change request of it. */
async function buildBothSides() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, { Page: text, Other: 'Other.' })
  const content = `${space.address}/content`
  const proposal = await buildProposal(client, space.id)
  const [page, other] = await Promise.all(['page', 'other'].map((path) => pageAt(client, content, path)))
  const live = (...changes: object[]) => sendChanges(client, space.id, ...changes)
  const proposed = `${proposal.address}/content`
  return {
    organization,
    client,
    space,
    content,
    proposal,
    proposed,
    live,
    page: `${page}`,
    other: `${other}`,
  }
}

describe('a merge', () => {
  it('combines lines, fields, moves and new pages of both sides in one revision', async () => {
    const { client, space, content, proposal, live, page, other } = await buildBothSides()
    await proposal.change(
      writePage(page, withLine(0, 'ONE')),
      insertPage('Mine', 'mine'),
      { operation: 'update_page', page: other, title: 'Renamed' },
      { operation: 'insert_files', files: [{ name: 'x.txt', contentType: 'text/plain', base64: 'eA==' }] },
    )
    await live(writePage(page, withLine(8, 'FIVE')), insertPage('Yours', 'yours'))
    await live({ operation: 'update_page', page: other, into: page })
    const before = (await client.get(space.address)).body.revision
    const head = (await proposal.read()).revision
    const { body } = await proposal.merge()
    expect(body.result).toBe('merge')
    expect(await markdownAt(client, content, 'page')).toBe(['ONE', ...lines.slice(1, 8), 'FIVE'].join('\n'))
    expect((await pathsOf(client, content)).sort()).toEqual(['mine', 'page', 'page/other', 'yours'])
    expect((await client.get(`${content}/page/${other}`)).body.title).toBe('Renamed')
    expect((await client.get(`${content}/files`)).body.items).toMatchObject([{ name: 'x.txt' }])
    const revision = (await client.get(`${space.address}/revisions/${body.revision}`)).body
    expect(revision).toMatchObject({
      type: 'merge',
      parents: [before, head],
      mergedFrom: { id: proposal.id, status: 'merged', revisionMerged: body.revision },
    })
    expect((await client.get(space.address)).body).toMatchObject({
      revision: body.revision,
      changeRequests: 1,
      changeRequestsDraft: 0,
    })
    const next = await buildProposal(client, space.id)
    expect((await client.get(`${next.address}/changes`)).body.changes).toEqual([])
  })

  it('with conflicts changes nothing, and returns each page and field with base, ours and theirs', async () => {
    const { client, space, content, proposal, live, page, other } = await buildBothSides()
    await proposal.change(writePage(page, withLine(2, 'mine'), { title: 'Mine' }), deletePage(other))
    await live(writePage(page, withLine(2, 'yours'), { title: 'Yours' }), writePage(other, 'Edited.'))
    const before = (await client.get(space.address)).body.revision
    const answer = await proposal.merge()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'conflicts', revision: (await proposal.read()).revision })
    expect((await client.get(space.address)).body.revision).toBe(before)
    expect(await markdownAt(client, content, 'page')).toBe(withLine(2, 'yours'))
    expect(await proposal.read()).toMatchObject({ status: 'draft' })
    const conflicts = (await client.get(`${proposal.address}/conflicts`)).body.items
    const about = (objectId: string) => ({ object: 'page', objectId })
    expect(conflicts).toHaveLength(3)
    expect(conflicts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...about(page),
          kind: 'field',
          field: 'title',
          base: 'Page',
          ours: 'Yours',
          theirs: 'Mine',
        }),
        expect.objectContaining({
          ...about(page),
          kind: 'body',
          base: { line: 3, markdown: 'two' },
          ours: { line: 3, markdown: 'yours' },
          theirs: { line: 3, markdown: 'mine' },
        }),
        expect.objectContaining({ ...about(other), kind: 'structure', field: 'deleted', title: 'Other' }),
      ]),
    )
    const { data } = await client.gql(
      `query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { allConflicts { objectId kind } } }`,
      { space: space.id, id: proposal.id },
    )
    expect(data.changeRequest.allConflicts).toHaveLength(3)
  })

  it.runIf(isLongRun)('runs after concurrent merges and live edits, and loses none of them', async () => {
    const { client, space, content, live } = await buildBothSides()
    const proposals = await Promise.all(Array.from({ length: 10 }, () => buildProposal(client, space.id)))
    await Promise.all(proposals.map((each) => each.change(insertPage('Same', `by ${each.number}`))))
    const answers = await Promise.all([
      ...proposals.map((each) => each.merge()),
      ...Array.from({ length: 10 }, (_, index) => live(insertPage(`Live ${index}`))),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const paths = await pathsOf(client, content)
    expect(new Set(paths).size).toBe(22)
    const same = paths.filter((path) => path.startsWith('same'))
    const texts = await Promise.all(same.map((path) => markdownAt(client, content, path)))
    expect(texts.sort()).toEqual(proposals.map(({ number }) => `by ${number}`).sort())
  })

  it('of one change request happens once under concurrent requests', async () => {
    const { client, space, proposal } = await buildBothSides()
    await proposal.change(insertPage('New'))
    const answers = await Promise.all(Array.from({ length: 5 }, () => proposal.merge()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const revisions = (await client.get(`${space.address}/revisions`)).body.items
    expect(revisions.filter(({ type }: { type: string }) => type === 'merge')).toHaveLength(1)
  })

  it('that fails is rolled back completely', async () => {
    const { client, space, content, proposal } = await buildBothSides()
    await proposal.change(insertPage('Forbidden word', 'x'), insertPage('Fine', 'y'))
    const before = (await client.get(space.address)).body
    await app.database.pool.query(
      `ALTER TABLE "SearchPage" ADD CONSTRAINT planted CHECK (title <> 'Forbidden word') NOT VALID`,
    )
    try {
      expect((await proposal.merge()).status).toBe(500)
    } finally {
      await app.database.pool.query('ALTER TABLE "SearchPage" DROP CONSTRAINT planted')
    }
    expect((await client.get(space.address)).body).toEqual(before)
    expect(await proposal.read()).toMatchObject({ status: 'draft' })
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await pathsOf(client, content)).toEqual(['page', 'other', 'forbidden-word', 'fine'])
  })

  it('requires the permission to merge, and editing the permission to edit', async () => {
    const { organization, proposal } = await buildBothSides()
    const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
    const reviewer = app.as(await buildMember(app, organization.id, 'REVIEW'))
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const change = { changes: [insertPage('New')] }
    expect((await reader.post(`${proposal.address}/content`, change)).status).toBe(403)
    expect((await editor.post(`${proposal.address}/content`, change)).status).toBe(200)
    expect((await editor.post(`${proposal.address}/merge`)).status).toBe(403)
    expect((await reviewer.post(`${proposal.address}/merge`)).status).toBe(200)
  })

  it('updates the search and link indexes immediately', async () => {
    const { client, space, proposal, page } = await buildBothSides()
    await proposal.change(insertPage('Zebra', `See [the page](/pages/${page}).`), writePage(page, 'Giraffe.'))
    const search = async (query: string) =>
      (await client.get(`${space.address}/search?query=${query}`)).body.count as number
    expect([await search('zebra'), await search('giraffe'), await search('three')]).toEqual([0, 0, 1])
    await proposal.merge()
    expect([await search('zebra'), await search('giraffe'), await search('three')]).toEqual([1, 1, 0])
    expect((await client.get(`${space.address}/links`)).body.stats.total).toBe(1)
  })
})

describe('an update', () => {
  it('applies the primary content, and does not change the result of the merge', async () => {
    const { client, space, content, proposal, proposed, live, page } = await buildBothSides()
    await proposal.change(writePage(page, withLine(0, 'ONE')))
    await live(writePage(page, withLine(8, 'FIVE')), insertPage('Yours', 'yours'))
    const { revision } = (await client.get(space.address)).body
    expect(await proposal.read()).toMatchObject({ outdated: true })
    const updated = await proposal.update()
    expect(updated.body.result).toBe('update')
    expect(await proposal.read()).toMatchObject({
      outdated: false,
      revision: updated.body.revision,
      revisionMergedAncestor: revision,
    })
    const both = ['ONE', ...lines.slice(1, 8), 'FIVE'].join('\n')
    expect(await markdownAt(client, proposed, 'page')).toBe(both)
    expect(await pathsOf(client, proposed)).toEqual(['page', 'other', 'yours'])
    const { changes } = (await client.get(`${proposal.address}/changes`)).body
    expect(changes).toMatchObject([{ type: 'page_edited', page: { id: page } }])
    await proposal.merge()
    expect(await markdownAt(client, content, 'page')).toBe(both)
  })

  it.runIf(isLongRun)(
    'with conflicts keeps its own version, returns the conflicts, and allows a merge once they are decided',
    async () => {
      const { client, content, proposal, proposed, live, page, other } = await buildBothSides()
      await proposal.change(writePage(page, withLine(2, 'mine')), writePage(other, 'Still here.'))
      await live(writePage(page, ['two', '', 'yours', ...lines.slice(3)].join('\n')), deletePage(other))
      const { body } = await proposal.update()
      expect(body.result).toBe('conflicts')
      expect((await client.get(`${proposal.address}/conflicts`)).body.items.length).toBeGreaterThan(0)
      expect(await proposal.read()).toMatchObject({ outdated: false })
      expect(await markdownAt(client, proposed, 'page')).toContain('mine')
      expect(await markdownAt(client, proposed, 'other')).toBe('Still here.')
      const expected = await markdownAt(client, proposed, 'page')
      expect((await proposal.merge()).body.result).toBe('conflicts')
      await client.post(`${proposal.address}/conflicts/resolve`, { others: 'theirs' })
      expect((await proposal.merge()).body.result).toBe('merge')
      expect(await markdownAt(client, content, 'page')).toBe(expected)
      expect(await markdownAt(client, content, 'other')).toBe('Still here.')
      expect((await client.get(`${proposal.address}/conflicts`)).body.items).toEqual([])
    },
  )

  it('adds no revision if the space has not changed', async () => {
    const { proposal } = await buildBothSides()
    await proposal.change(insertPage('New'))
    const { revision } = await proposal.read()
    expect((await proposal.update()).body).toEqual({ result: 'update', revision })
  })

  it.runIf(isLongRun)('removes changes that the space has too', async () => {
    const { client, proposal, live, page, other } = await buildBothSides()
    await proposal.change(writePage(page, 'same'), deletePage(other))
    await live(writePage(page, 'same'), deletePage(other))
    expect((await proposal.update()).body.result).toBe('update')
    expect((await client.get(`${proposal.address}/changes`)).body).toEqual({ changes: [] })
  })

  it.runIf(isLongRun)('can be repeated, and keeps every revision unchanged', async () => {
    const { client, space, proposal, live, page } = await buildBothSides()
    const seen: [string, string[]][] = []
    for (let round = 0; round < 4; round++) {
      await proposal.change(insertPage(`Mine ${round}`))
      await live(insertPage(`Yours ${round}`), writePage(page, withLine(0, `round ${round}`)))
      await proposal.update()
      seen.push([(await proposal.read()).revision, await pathsOf(client, `${proposal.address}/content`)])
    }
    for (const [revision, paths] of seen)
      expect(await pathsOf(client, `${space.address}/revisions/${revision}`)).toEqual(paths)
    expect(seen.at(-1)?.[1]).toHaveLength(10)
  })
})
