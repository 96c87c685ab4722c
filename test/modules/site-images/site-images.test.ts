import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumSiteImages } from '../../../src/modules/site-images/limits.ts'
import { removeUnusedImages } from '../../../src/modules/site-images/service.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

const svg = (more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${more}</svg>`
const base64 = (text: string) => Buffer.from(text).toString('base64')

let app: TestApp
let site: TestSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
})
afterAll(() => app.close())

const upload = (body: object) => site.client.post(`${site.path}/images`, body)
const uploadOne = async (name: string) => {
  const { status, body } = await upload({ name, base64: base64(svg(name)) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

describe('a picture of a site', () => {
  test('is loaded by everybody at an address that a customization can name, and runs nothing', async () => {
    const image = await uploadOne('our logo.svg')
    expect(image).toMatchObject({
      object: 'site-image',
      name: 'our logo.svg',
      contentType: 'image/svg+xml',
      dimensions: { width: 200, height: 100 },
    })
    const logo = { light: image.urls.public, dark: image.urls.public }
    const chosen = await site.client.patch(`${site.path}/customization`, { header: { logo } })
    expect([chosen.status, chosen.body.header.logo]).toEqual([200, logo])
    const answer = await fetch(image.urls.public)
    expect(await answer.text()).toBe(svg('our logo.svg'))
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await fetch(image.urls.public.replace(image.id, 'imgnone'))).status).toBe(404)
  })

  test('is uploaded as a part of a request too', async () => {
    const body = new FormData()
    body.append('upload', new Blob([svg()], { type: 'application/octet-stream' }), 'mark.svg')
    const answer = await fetch(`${app.url}/v1${site.path}/images`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${site.client.token}` },
    })
    expect([answer.status, (await answer.json()).contentType]).toEqual([201, 'image/svg+xml'])
  })

  test.each([
    ['no file', {}, 'upload'],
    ['no name', { base64: base64(svg()) }, 'name'],
    ['a page', { name: 'a.png', base64: base64('<!-- --><html><svg></html>') }, 'base64'],
    ['a text', { name: 'a.svg', base64: base64('Not a picture') }, 'base64'],
  ])('is refused with %s', async (_fault, body, path) => {
    const answer = await upload(body)
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, path])
  })

  test('is for those who administer the site', async () => {
    const member = app.as(await buildMember(app, site.organizationId, 'EDIT'))
    const body = { name: 'a.svg', base64: base64(svg()) }
    expect((await member.post(`${site.path}/images`, body)).status).toBe(403)
    const { id } = await uploadOne('ours.svg')
    const read = async (client: TestSite['client']) =>
      (await client.gql('query ($id: ID!) { node(id: $id) { ... on SiteImage { name } } }', { id })).data.node
    expect([await read(site.client), await read(member)]).toEqual([{ name: 'ours.svg' }, null])
  })

  test('is kept as long as the customization of its site or of a site-space names it', async () => {
    const [ofSite, ofSpace, unused] = [
      await uploadOne('site.svg'),
      await uploadOne('space.svg'),
      await uploadOne('unused.svg'),
    ]
    const themed = ({ urls }: { urls: { public: string } }) => ({ light: urls.public, dark: urls.public })
    await site.client.patch(`${site.path}/customization`, { header: { logo: themed(ofSite) } })
    const siteSpace = await buildSiteSpace(site, 'Guide')
    await site.client.patch(`${site.path}/site-spaces/${siteSpace.id}/customization`, {
      favicon: { icon: themed(ofSpace) },
    })
    await removeUnusedImages(app.database, new Date(Date.now() + 25 * 3_600_000))
    const statuses = await Promise.all(
      [ofSite, ofSpace, unused].map(async ({ urls }) => (await fetch(urls.public)).status),
    )
    expect(statuses).toEqual([200, 200, 404])
  })

  test('is one of a limited number, in which those that nothing names count for a day', async () => {
    const other = await buildSite(app)
    const image = { name: 'a.svg', base64: base64(svg()) }
    expect((await other.client.post(`${other.path}/images`, image)).status).toBe(201)
    const row = await app.database.prisma.siteImage.findFirstOrThrow({ where: { siteId: other.id } })
    await app.database.prisma.siteImage.createMany({
      data: Array.from({ length: maximumSiteImages }, (_, index) => ({
        ...row,
        id: `img${other.id}${index}`,
      })),
    })
    const refused = await other.client.post(`${other.path}/images`, image)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'TOO_MANY_SITE_IMAGES'])
    const createdAt = new Date(Date.now() - 25 * 3_600_000)
    await app.database.prisma.siteImage.updateMany({ where: { siteId: other.id }, data: { createdAt } })
    expect((await other.client.post(`${other.path}/images`, image)).status).toBe(201)
    expect(await app.database.prisma.siteImage.count({ where: { siteId: other.id } })).toBe(1)
  })
})
