import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildProposal, buildSpaceWith, markdownAt, pageAt } from '../../support/factories/change-requests.ts'
import { insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const lines = ['one', '', 'two', '', 'three']

test.each([
  ['Windows', '\r\n'],
  ['old', '\r'],
])(
  'a body saved with %s line endings is stored with those of all others, and merges line by line',
  async (_name, end) => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const space = await buildSpaceWith(client, organization.id, { Page: lines.join('\n') })
    const content = `${space.address}/content`
    const page = `${await pageAt(client, content, 'page')}`
    const proposal = await buildProposal(client, space.id)
    await proposal.change(writePage(page, ['ONE', ...lines.slice(1)].join('\n')))
    await sendChanges(client, space.id, writePage(page, lines.with(4, 'THREE').join(end)))
    expect(await markdownAt(client, content, 'page')).toBe(lines.with(4, 'THREE').join('\n'))
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await markdownAt(client, content, 'page')).toBe('ONE\n\ntwo\n\nTHREE')
    await sendChanges(
      client,
      space.id,
      insertPage('Front', ['---', 'title: Front', 'own: a', '---', '', 'A'].join(end)),
    )
    expect(await markdownAt(client, content, 'front')).toBe('A')
  },
)
