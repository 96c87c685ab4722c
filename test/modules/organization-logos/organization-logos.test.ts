import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeUnusedLogos } from '../../../src/modules/organization-logos/service.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

const svg = (more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${more}</svg>`
const sent = (name: string) => ({ name, base64: Buffer.from(svg(name)).toString('base64') })

let app: TestApp
let organizationId: string
let client: TestClient
let path: string

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  path = `/orgs/${organizationId}`
})
afterAll(() => app.close())

const upload = async (name: string): Promise<string> => {
  const { status, body } = await client.post(`${path}/logo`, sent(name))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.urls.logo
}
const logo = async () => (await client.get(path)).body.urls.logo ?? null
const statusOf = async (address: string) => (await fetch(address)).status

describe('an uploaded logo', () => {
  test('is the logo of the organization at once, which everybody may load, and runs nothing', async () => {
    const address = await upload('our logo.svg')
    expect(await logo()).toBe(address)
    const answer = await fetch(address)
    expect(await answer.text()).toBe(svg('our logo.svg'))
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('is uploaded as a part of a request too', async () => {
    const body = new FormData()
    body.append('upload', new Blob([svg()], { type: 'application/octet-stream' }), 'mark.svg')
    const answer = await fetch(`${app.url}/v1${path}/logo`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${client.token}` },
    })
    expect([answer.status, (await answer.json()).urls.logo]).toEqual([201, await logo()])
  })

  test('goes as soon as the organization has another logo, or none', async () => {
    const first = await upload('first.svg')
    const second = await upload('second.svg')
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await client.patch(path, { logo: 'https://example.com/logo.png' })
    expect([await logo(), await statusOf(second)]).toEqual(['https://example.com/logo.png', 404])
    await upload('third.svg')
    await client.patch(path, { logo: null })
    expect(await logo()).toBeNull()
    await removeUnusedLogos(app.database)
    expect(await app.database.prisma.organizationLogo.count({ where: { organizationId } })).toBe(0)
  })

  test('stays when its address is sent back, and as long as it is the logo', async () => {
    const address = await upload('kept.svg')
    await client.patch(path, { logo: address, title: 'Renamed' })
    await removeUnusedLogos(app.database)
    expect([await logo(), await statusOf(address)]).toEqual([address, 200])
  })

  test.each([
    ['no file', {}, 'upload'],
    ['no name', { base64: sent('a').base64 }, 'name'],
    ['a text', { name: 'a.svg', base64: Buffer.from('Not a picture').toString('base64') }, 'base64'],
  ])('is refused with %s', async (_fault, body, field) => {
    const answer = await client.post(`${path}/logo`, body)
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, field])
  })

  test('is for those who administer the organization', async () => {
    const member = app.as(await buildMember(app, organizationId, 'CREATE'))
    expect((await member.post(`${path}/logo`, sent('a.svg'))).status).toBe(403)
  })

  test('is told in the audit log as a change of the organization', async () => {
    await upload('audited.svg')
    const { body } = await client.get(`${path}/audit-events?action=uploadOrganizationLogo`)
    expect(body.items[0]).toMatchObject({ action: 'uploadOrganizationLogo', target: { id: organizationId } })
  })
})
