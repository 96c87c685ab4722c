import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startServerBeside, startTestApp, type TestApp, txtRecords } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { buildUser } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { read } from '../published-sites/published-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Returns a name of which no TXT record is known yet. */
const newName = () => `unproven-${newId('Site')}.example.test`

const prove = (name: string, organizationId: string) =>
  txtRecords.set(`_lectern.${name}`, `lectern-organization=${organizationId}`)

async function buildPublished(): Promise<TestSite & { readonly address: string }> {
  const site = await buildSite(app)
  await buildSiteSpace(site, 'Guide')
  await site.client.post(`${site.path}/publish`)
  return { ...site, address: `${app.url}/sites/${site.organizationId}/${site.id}` }
}

const statusAt = async (host: string, path = '/robots.txt') =>
  (await read(`${app.url}${path}`, { headers: { host } })).status

const findAt = async (site: TestSite, url: string) =>
  (await site.client.get(`/urls/published?url=${encodeURIComponent(url)}`)).status

describe('a host name', () => {
  test('has no effect until a TXT record proves it', async () => {
    const site = await buildPublished()
    const hostname = newName()
    const set = async () => (await site.client.patch(site.path, { hostname })).body
    expect(await set()).toMatchObject({ hostname, urls: { published: site.address } })
    expect(await findAt(site, `https://${hostname}`)).toBe(404)
    expect((await site.client.get(`/custom-hostnames/${hostname}`)).body.isActive).toBe(false)
    expect(await statusAt(hostname)).not.toBe(200)
    expect(await statusAt(hostname, '/v1/user')).toBe(401)
    prove(hostname, 'orgAnother')
    expect((await set()).urls.published).toBe(site.address)
    prove(hostname, site.organizationId)
    expect((await set()).urls.published).toBe(`https://${hostname}`)
    expect(await findAt(site, `https://${hostname}`)).toBe(200)
    expect((await site.client.get(`/custom-hostnames/${hostname}`)).body.isActive).toBe(true)
    expect(await statusAt(hostname)).toBe(200)
    expect(await statusAt(hostname, '/v1/user')).toBe(404)
    const { data } = await site.client.gql(
      'query ($id: ID!) { site(id: $id) { isHostnameProven hostnameProof { recordName recordValue } } }',
      { id: site.id },
    )
    expect(data.site).toEqual({
      isHostnameProven: true,
      hostnameProof: {
        recordName: `_lectern.${hostname}`,
        recordValue: `lectern-organization=${site.organizationId}`,
      },
    })
  })

  test('tells its status, is looked up again on request, and is taken from its site', async () => {
    const site = await buildPublished()
    const hostname = newName()
    const path = `/custom-hostnames/${hostname}`
    const status = async () => (await site.client.get(path)).body.status
    expect((await site.client.patch(path)).status).toBe(404)
    await site.client.patch(site.path, { hostname })
    expect(await status()).toBe('dns_no_cname')
    expect((await site.client.patch(path)).status).toBe(204)
    expect(await status()).toBe('dns_no_cname')
    prove(hostname, site.organizationId)
    expect((await site.client.patch(path)).status).toBe(204)
    expect(await status()).toBe('live')
    await site.client.post(`${site.path}/unpublish`)
    expect(await status()).toBe('dns_passed')
    const other = await buildPublished()
    for (const method of ['patch', 'delete'] as const)
      expect((await other.client[method](path)).status).toBe(404)
    expect((await site.client.delete(path)).status).toBe(205)
    expect((await site.client.get(path)).status).toBe(404)
    expect((await site.client.get(site.path)).body).not.toHaveProperty('hostname')
  })

  test('stays proven without the record, but not on another site or under another name', async () => {
    const site = await buildPublished()
    const hostname = newName()
    prove(hostname, site.organizationId)
    await site.client.patch(site.path, { hostname })
    txtRecords.delete(`_lectern.${hostname}`)
    expect((await site.client.patch(site.path, { hostname })).body.urls.published).toBe(`https://${hostname}`)
    const other = newName()
    expect((await site.client.patch(site.path, { hostname: other })).body.urls.published).toBe(site.address)
    expect((await site.client.patch(site.path, { hostname })).body.urls.published).toBe(site.address)
  })

  test('is not taken by who has not proven it', async () => {
    const [owner, other] = [await buildPublished(), await buildPublished()]
    const hostname = newName()
    expect((await other.client.patch(other.path, { hostname })).status).toBe(200)
    prove(hostname, owner.organizationId)
    const { body } = await owner.client.patch(owner.path, { hostname })
    expect(body.urls.published).toBe(`https://${hostname}`)
    expect(await statusAt(hostname)).toBe(200)
    expect((await other.client.get(other.path)).body.urls.published).toBe(other.address)
    expect((await other.client.patch(other.path, { hostname })).status).toBe(409)
  })

  test.each(oneRowIn(3, ['hostname', 'proxy', 'emailDomains']))(
    'of this server or below it is refused as %s',
    async (member) => {
      const server = await startServerBeside(app, { config: { baseUrl: 'https://docs.intra.example.com' } })
      try {
        const site = await buildSite(app)
        const client = server.as(site.admin)
        const change = (name: string) =>
          member === 'emailDomains'
            ? client.patch(`/orgs/${site.organizationId}`, { emailDomains: [name] })
            : client.patch(site.path, { [member]: member === 'proxy' ? `${name}/docs` : name })
        for (const name of ['docs.intra.example.com', 'a.docs.intra.example.com']) {
          const { status, body } = await change(name)
          expect([status, body.error?.fields?.[0]?.path]).toEqual([400, member])
        }
        expect((await change('my-docs.intra.example.com')).status).toBe(200)
      } finally {
        await server.close()
      }
    },
  )
})

test('a proxy has no effect until a TXT record proves its host name', async () => {
  const site = await buildPublished()
  const name = newName()
  const set = async (proxy = `${name}/docs`) => (await site.client.patch(site.path, { proxy })).body
  const before = await set()
  expect(before.proxy).toEqual({ origin: `${name}/docs`, target: site.address })
  expect(before.urls.published).toBe(site.address)
  expect(await findAt(site, `https://${name}/docs`)).toBe(404)
  const page = await read(site.address)
  expect(page.text).not.toContain(name)
  prove(name, site.organizationId)
  expect((await set()).urls.published).toBe(`https://${name}/docs`)
  expect(await findAt(site, `https://${name}/docs`)).toBe(200)
  txtRecords.delete(`_lectern.${name}`)
  expect((await set(`${name}/guide`)).urls.published).toBe(`https://${name}/guide`)
})

test('an email domain lets nobody in until a TXT record proves it', async () => {
  const { client, organizationId } = await buildSite(app)
  const domain = newName()
  const user = await buildUser(app)
  const email = `${user.id}@${domain}`
  await app.database.prisma.user.update({ where: { id: user.id }, data: { email } })
  const set = () => client.patch(`/orgs/${organizationId}`, { emailDomains: [domain] })
  const found = async () => (await app.as(user).get(`/email-domains/${domain}/orgs`)).body.organizations
  const join = async () => (await app.as(user).post(`/orgs/${organizationId}/join`)).status
  const proven = async () =>
    (
      await client.gql(
        'query ($id: ID!) { organization(id: $id) { emailDomains provenEmailDomains emailDomainProofs { domain isProven } } }',
        { id: organizationId },
      )
    ).data.organization
  expect((await set()).body.emailDomains).toEqual([domain])
  const unproven = {
    emailDomains: [domain],
    provenEmailDomains: [],
    emailDomainProofs: [{ domain, isProven: false }],
  }
  expect(await proven()).toEqual(unproven)
  expect(await found()).toEqual([])
  expect(await join()).toBe(404)
  const invited = { emails: [email], role: 'read', sso: true }
  expect((await client.post(`/orgs/${organizationId}/invites`, invited)).body.failedSSOEmails).toEqual([
    email,
  ])
  prove(domain, organizationId)
  await set()
  expect(await proven()).toMatchObject({
    provenEmailDomains: [domain],
    emailDomainProofs: [{ domain, isProven: true }],
  })
  expect(await found()).toHaveLength(1)
  expect(await join()).toBe(204)
})
