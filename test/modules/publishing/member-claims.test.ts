import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'

const siteId = newId('Site')
let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ MEMBER_SITE: siteId })
})
afterAll(() => app.close())

const ping = async (organizationId: string, token: string) =>
  (await app.as({ token }).post(`/orgs/${organizationId}/ping`)).body

describe('a member who pings', () => {
  test('gets a token for the site that the server names, and can visit it for an hour as who they are', async () => {
    const { id: organizationId } = await buildOrganization(app)
    const reader = await buildMember(app, organizationId, 'READ')
    // The site of the configuration is not there yet.
    expect(await ping(organizationId, reader.token)).toEqual({})
    const site = await buildSite(app, { visibility: 'visitor-auth' })
    await buildSiteSpace(site, 'Help')
    await site.client.post(`${site.path}/publish`)
    await app.database.prisma.site.update({ where: { id: site.id }, data: { id: siteId } })
    const { serviceVisitorClaims: token } = await ping(organizationId, reader.token)
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
    expect(claims).toEqual({
      sub: reader.id,
      aud: siteId,
      name: reader.displayName,
      organization: organizationId,
      role: 'read',
    })
    expect(exp - iat).toBe(3600)
    const address = `${app.url}/sites/${site.organizationId}/${siteId}/llms.txt`
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(`${address}?jwt_token=${token}`)).status).toBe(200)
  })

  test('gets none where the server names no site', async () => {
    const other = await startOwnTestApp()
    try {
      const { id, admin } = await buildOrganization(other)
      expect((await other.as(admin).post(`/orgs/${id}/ping`)).body).toEqual({})
    } finally {
      await other.close()
    }
  })
})
