import { expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { startServerBeside, startTestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

test('the log of requests has nothing with which somebody else could accept an invitation or read a site', async () => {
  const app = await startTestApp()
  const { id, admin } = await buildOrganization(app)
  const invite = (await app.as(admin).post(`/orgs/${id}/link-invites`, { role: 'read' })).body.id
  const key = 'k'.repeat(32)
  const secret = 's'.repeat(12)
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const server = await startServerBeside(app, { logger })
  const client = server.as(admin)
  await client.get(`/orgs/${id}/link-invites/${invite}`)
  await client.post(`/orgs/${id}/invites/${invite}`)
  await client.post(`/invites/${secret}`, { displayName: 'Someone' })
  await fetch(`${server.url}/sites/${id}/nothing/${key}/page`)
  await server.close()
  const text = lines.join('')
  expect(text).toContain(`/v1/orgs/${id}/invites/inv…`)
  for (const hidden of [invite, key, secret]) expect(text).not.toContain(hidden)
})
