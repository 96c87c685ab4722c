import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildProposal, pageAt } from '../../support/factories/change-requests.ts'
import {
  buildContent,
  buildPageTree,
  deletePage,
  insertPage,
  sendChanges,
  writePage,
} from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { rowCounts } from '../../support/row-counts.ts'

let app: TestApp
let client: TestClient
let spaceId: string
let page: string
let other: string

/** 5 pages at the root, 1 + 31 + 31² pages in each: 4,965 pages on three levels. */
beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  spaceId = space.id
  const roots = ['A', 'B', 'C', 'D', 'E'].map((title) => buildPageTree(title, 31, 3))
  await buildContent(app, organization.admin, space, roots)
  await app.database.pool.query('ANALYZE "PageVersion"')
  page = await pageAt(client, `/spaces/${spaceId}/content`, 'c/c-7/c-7-9')
  other = await pageAt(client, `/spaces/${spaceId}/content`, 'd/d-7/d-7-9')
})
afterAll(() => app.close())

const written = async (work: () => Promise<unknown>) => (await rowCounts(app, work)).written

describe('in a space of 5,000 pages', () => {
  it('creating a change request writes no content', async () => {
    expect(await written(() => buildProposal(client, spaceId))).toBe(0)
  })

  it('editing a page in a change request writes its row, its body, and the end of its previous row', async () => {
    const proposal = await buildProposal(client, spaceId)
    expect(await written(() => proposal.change(writePage(page, 'In a change request')))).toBe(2)
    expect(await written(() => proposal.change(writePage(page, 'Once more')))).toBe(3)
    expect(await written(() => proposal.change(deletePage(page)))).toBe(2)
  })

  it('reading one of its pages reads the page and its ancestors', async () => {
    const proposal = await buildProposal(client, spaceId)
    await proposal.change(writePage(page, 'Changed'))
    for (const [path, markdown] of [
      [`page/${page}`, 'Changed'],
      ['path/c/c-7/c-7-9', 'Changed'],
      [`page/${other}`, 'The body of D 7 9.'],
      ['path/d/d-7/d-7-9', 'The body of D 7 9.'],
    ]) {
      const { read } = await rowCounts(app, async () => {
        const answer = await client.get(`${proposal.address}/content/${path}?format=markdown`)
        expect(answer.body.markdown).toBe(markdown)
      })
      expect({ path, isBounded: read < 40, read }).toMatchObject({ path, isBounded: true })
    }
  })

  it('updating and merging write only the differences', async () => {
    const proposal = await buildProposal(client, spaceId)
    await proposal.change(writePage(page, 'Proposed'), insertPage('Proposed page', 'New'))
    await sendChanges(client, spaceId, writePage(other, 'Live'))
    expect(await written(() => proposal.update())).toBe(4)
    expect(await written(() => proposal.merge())).toBe(3)
  })
})
