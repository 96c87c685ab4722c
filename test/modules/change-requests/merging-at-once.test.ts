import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith, markdownAt, pageAt } from '../../support/factories/change-requests.ts'
import { insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds a space with one page, which has a paragraph for each writer. */
async function buildPageFor(writers: number) {
  const { admin, id } = await buildOrganization(app)
  const client = app.as(admin)
  const paragraphs = Array.from({ length: writers }, (_, index) => `paragraph ${index}`)
  const space = await buildSpaceWith(client, id, { Page: paragraphs.join('\n\n') })
  const content = `${space.address}/content`
  const page = await pageAt(client, content, 'page')
  const change = (writer: number) =>
    writePage(page, paragraphs.with(writer, `by writer ${writer}`).join('\n\n'))
  const expected = paragraphs.map((line) => line.replace('paragraph', 'by writer')).join('\n\n')
  return { client, space, content, change, expected }
}

describe('concurrently', () => {
  it.runIf(isLongRun)(
    'merges of change requests that edit different paragraphs of a page apply all of them',
    async () => {
      const { client, space, content, change, expected } = await buildPageFor(8)
      const proposals = await Promise.all(Array.from({ length: 8 }, () => buildProposal(client, space.id)))
      await Promise.all(proposals.map((proposal, index) => proposal.change(change(index))))
      const answers = await Promise.all(proposals.map((proposal) => proposal.merge()))
      expect(answers.map(({ body }) => body.result)).toEqual(proposals.map(() => 'merge'))
      expect(await markdownAt(client, content, 'page')).toBe(expected)
      expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(8)
    },
  )

  it('edits of a change request before its merge are in the space, and later ones are rejected', async () => {
    const { client, space, content } = await buildPageFor(1)
    const proposal = await buildProposal(client, space.id)
    const add = (index: number) =>
      client.post(`${proposal.address}/content`, { changes: [insertPage(`Page ${index}`, `text ${index}`)] })
    const [merged, ...answers] = await Promise.all([
      add(0).then(() => proposal.merge()),
      ...Array.from({ length: 12 }, (_, index) => add(index + 1)),
    ])
    expect(merged.body.result).toBe('merge')
    for (const [index, { status }] of answers.entries()) {
      const found = await markdownAt(client, content, `page-${index + 1}`)
      expect([status, found]).toEqual(status === 200 ? [200, `text ${index + 1}`] : [409, undefined])
    }
  })

  it.runIf(isLongRun)(
    'updates, merges, edits of both sides and new change requests all succeed',
    async () => {
      const { client, space, content } = await buildPageFor(1)
      const proposals = await Promise.all(Array.from({ length: 6 }, () => buildProposal(client, space.id)))
      const work = proposals.flatMap((proposal, index) => [
        proposal.change(insertPage(`Proposed ${index}`, 'p')).then(() => proposal.update()),
        sendChanges(client, space.id, insertPage(`Live ${index}`, 'l')),
        client.patch(proposal.address, { status: 'open' }),
        client.post(`${space.address}/change-requests`, { subject: 'Another' }),
      ])
      const answers = await Promise.all(work)
      expect(answers.filter(({ status }) => status >= 300)).toEqual([])
      const merges = await Promise.all(
        proposals.flatMap((proposal) => [proposal.merge(), client.get(`${proposal.address}/changes`)]),
      )
      expect(merges.filter(({ status }) => status !== 200)).toEqual([])
      const { pages } = (await client.get(`${content}/pages`)).body
      expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual(
        ['Page', ...proposals.flatMap((_, index) => [`Live ${index}`, `Proposed ${index}`])].sort(),
      )
      const counted = (await client.get(space.address)).body
      expect(counted).toMatchObject({ changeRequests: 12, changeRequestsOpen: 0, changeRequestsDraft: 6 })
    },
  )
})
