import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget } from '../../support/budget.ts'
import { sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('writes while many create change requests of one space succeed, or can be tried again', async () => {
  const organization = await buildOrganization(app)
  const space = await buildSpace(app, organization)
  const client = app.as(organization.admin)
  const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
  const creations = Array.from({ length: 50 }, (_, index) =>
    client.post(`/spaces/${space.id}/change-requests`, { subject: `Proposal ${index}` }),
  )
  const writes = Array.from({ length: budget(5, 50) }, (_, index) =>
    sendChanges(editor, space.id, {
      operation: 'insert_page',
      title: `Page ${index}`,
      document: { markdown: 'Text' },
    }),
  )
  const answers = await Promise.all([...creations, ...writes])
  const retriable = answers.filter(({ status }) => status === 503)
  for (const { headers } of retriable) expect(headers.get('retry-after')).not.toBeNull()
  const others = answers.filter(({ status }) => status >= 300 && status !== 503)
  expect(others.map(({ status, body }) => [status, body])).toEqual([])
  const created = (await Promise.all(creations)).filter(({ status }) => status === 201)
  expect(created.length).toBeGreaterThan(0)
  const numbers = created.map(({ body }) => body.number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: created.length }, (_, index) => index + 1))
})
