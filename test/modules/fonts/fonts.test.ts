import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maximumFonts, maximumStorageUploads } from '../../../src/modules/fonts/limits.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { announceFont, fontBytes, uploadFont, uploadTo } from '../../support/factories/fonts.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSite, type TestSite } from '../../support/factories/sites.ts'
import { buildReadableSite, page, read, write } from '../published-sites/published-site.ts'

let app: TestApp
let site: TestSite
let fonts: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  useSite(await buildSite(app))
})

function useSite<Site extends TestSite>(built: Site): Site {
  site = built
  fonts = `/orgs/${site.organizationId}/fonts`
  return built
}

const key = (bytes?: Buffer) => uploadFont(site.client, site.organizationId, bytes)

async function buildFont(...weights: number[]) {
  const fontFaces = await Promise.all(
    weights.map(async (weight) => ({ weight, storageKey: await key(fontBytes(`weight ${weight}`)) })),
  )
  const answer = await site.client.put(fonts, { fontFamily: 'Ours', fontFaces })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}

const chosen = ({ permissions: _own, ...definition }: Record<string, unknown>) => ({
  favicon: {},
  styling: { headingFont: definition },
})

async function load(url: string) {
  const { statusCode, headers, body } = await request(url.replace(app.config.baseUrl, app.url))
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) }
}

describe('a font', () => {
  test('is made of uploaded files, listed, read and served to pages of any host', async () => {
    const font = await buildFont(700, 400)
    expect(font).toEqual({
      id: expect.any(String),
      custom: true,
      fontFamily: 'Ours',
      fontFaces: [400, 700].map((weight) => ({
        weight,
        sources: [{ url: `${app.config.baseUrl}/fonts/${font.id}/${weight}`, format: 'woff2' }],
      })),
      permissions: { edit: true },
    })
    expect((await site.client.get(fonts)).body).toEqual({ items: [font], count: 1 })
    expect((await site.client.get(`${fonts}/${font.id}`)).body).toEqual(font)
    const { status, headers, bytes } = await load(font.fontFaces[1].sources[0].url)
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'font/woff2',
      '*',
    ])
    expect(bytes.equals(fontBytes('weight 700'))).toBe(true)
    expect((await load(`${app.config.baseUrl}/fonts/${font.id}/500`)).status).toBe(404)
  })

  test('needs a regular weight, each weight once, and keys of files that are there', async () => {
    const storageKey = await key()
    const put = (...fontFaces: object[]) => site.client.put(fonts, { fontFamily: 'Ours', fontFaces })
    const without = await put({ weight: 700, storageKey })
    expect([without.status, without.body.error.reason]).toEqual([412, 'FONT_WITHOUT_REGULAR'])
    const { key: unused } = await announceFont(site.client, site.organizationId)
    const other = await buildOrganization(app)
    const foreign = await uploadFont(app.as(other.admin), other.id)
    for (const [at, faces] of [
      ['fontFaces.0.storageKey', [{ weight: 400, storageKey: 'none' }]],
      ['fontFaces.0.storageKey', [{ weight: 400, storageKey: unused }]],
      ['fontFaces.0.storageKey', [{ weight: 400, storageKey: foreign }]],
      ['fontFaces.1.weight', Array(2).fill({ weight: 400, storageKey })],
      ['fontFaces.0.weight', [{ weight: 0, storageKey }]],
      ['fontFaces', []],
    ] as const) {
      const answer = await put(...faces)
      expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, at])
    }
    expect((await site.client.get(fonts)).body.count).toBe(0)
  })

  test('is updated weight by weight, and keeps its regular one', async () => {
    const { id } = await buildFont(400, 700)
    const update = (body: object) => site.client.post(`${fonts}/${id}`, body)
    const weightsOf = (body: { fontFaces: { weight: number }[] }) =>
      body.fontFaces.map(({ weight }) => weight)
    const renamed = await update({ fontFamily: 'Renamed' })
    expect([renamed.status, renamed.body.fontFamily, weightsOf(renamed.body)]).toEqual([
      201,
      'Renamed',
      [400, 700],
    ])
    const storageKey = await key(fontBytes('thin', 'wOFF'))
    const changed = await update({
      fontFaces: [
        { weight: 100, storageKey },
        { weight: 700, storageKey: null },
      ],
    })
    expect(weightsOf(changed.body)).toEqual([100, 400])
    expect(changed.body.fontFaces[0].sources[0].format).toBe('woff')
    expect((await load(changed.body.fontFaces[0].sources[0].url)).headers['content-type']).toBe('font/woff')
    const bare = await update({ fontFaces: [{ weight: 400, storageKey: null }] })
    expect([bare.status, bare.body.error.reason]).toEqual([412, 'FONT_WITHOUT_REGULAR'])
    expect(weightsOf((await site.client.get(`${fonts}/${id}`)).body)).toEqual([100, 400])
  })

  test('is shown on sites that choose it, by a policy that names no host but where it is', async () => {
    const { guide, address } = useSite(await buildReadableSite(app))
    await write(site, guide.spaceId, page('Welcome'))
    const font = await buildFont(400)
    const answer = await site.client.put(`${site.path}/customization`, chosen(font))
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const { text, headers } = await read(address)
    expect(text).toContain('--font-heading:"Ours"')
    expect(text).toContain(`@font-face{font-family:"Ours";font-weight:400;font-display:swap;src:url(`)
    expect(String(headers['content-security-policy'])).toContain(
      `font-src 'self' ${new URL(app.config.baseUrl).origin};`,
    )
  })

  test('is not deleted while a site or a site-space uses it', async () => {
    const { api } = useSite(await buildReadableSite(app))
    const font = await buildFont(400)
    const ofApi = `${site.path}/site-spaces/${api.siteSpaceId}/customization`
    await site.client.put(`${site.path}/customization`, chosen(font))
    await site.client.patch(ofApi, { styling: { monospaceFont: chosen(font).styling.headingFont } })
    const remove = () => site.client.delete(`${fonts}/${font.id}`)
    const used = await remove()
    expect([used.status, used.body.error.reason]).toEqual([409, 'FONT_IN_USE'])
    await site.client.put(`${site.path}/customization`, { favicon: {} })
    expect((await remove()).status).toBe(409)
    await site.client.delete(ofApi)
    expect([(await remove()).status, (await remove()).status]).toEqual([205, 404])
    expect((await load(font.fontFaces[0].sources[0].url)).status).toBe(404)
  })

  test('is for members, to be changed by those who create content', async () => {
    const font = await buildFont(400)
    const member = app.as(await buildMember(app, site.organizationId, 'EDIT'))
    expect((await member.get(`${fonts}/${font.id}`)).body).toEqual({ ...font, permissions: { edit: false } })
    const upload = { file: { name: 'a', type: 'b', size: 1 }, kind: 'customization_font' }
    const refused = [
      await member.post(`/orgs/${site.organizationId}/storage/upload`, upload),
      await member.put(fonts, { fontFamily: 'X', fontFaces: [{ weight: 400, storageKey: 'x' }] }),
      await member.post(`${fonts}/${font.id}`, { fontFamily: 'X' }),
      await member.delete(`${fonts}/${font.id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const other = await buildOrganization(app)
    const stranger = app.as(other.admin)
    expect((await stranger.get(`${fonts}/${font.id}`)).status).toBe(404)
    expect((await stranger.delete(`/orgs/${other.id}/fonts/${font.id}`)).status).toBe(404)
  })

  test.runIf(isLongRun)('keeps its files from the sweep, and those of nobody go', async () => {
    const font = await buildFont(400)
    const abandoned = fontBytes(`abandoned ${font.id}`)
    await key(abandoned)
    const old = new Date(Date.now() - 2 * 86_400_000)
    await app.database.prisma.storageUpload.updateMany({ data: { createdAt: old } })
    await app.database.prisma.blob.updateMany({ data: { storedAt: old } })
    const before = await app.database.prisma.blob.count()
    await sweep({ config: app.config, database: app.database, warn: () => {} })
    expect(await app.database.prisma.blob.count()).toBeLessThan(before)
    expect((await load(font.fontFaces[0].sources[0].url)).status).toBe(200)
  })

  test('is one of a limited number', async () => {
    await app.database.query(
      `INSERT INTO "CustomFont" (id, "organizationId", "fontFamily")
       SELECT 'fnt' || n || $1, $1, 'X' FROM generate_series(1, $2::int) n`,
      [site.organizationId, maximumFonts],
    )
    const answer = await site.client.put(fonts, {
      fontFamily: 'X',
      fontFaces: [{ weight: 400, storageKey: await key() }],
    })
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'TOO_MANY_FONTS'])
  })
})

describe('an upload', () => {
  const announce = (change: object) =>
    site.client.post(`/orgs/${site.organizationId}/storage/upload`, {
      file: { name: 'own.woff2', type: 'font/woff2', size: 10 },
      kind: 'customization_font',
      ...change,
    })

  test('is announced with its size and purpose', async () => {
    const { status, body } = await announce({})
    expect([status, body]).toEqual([
      201,
      { object: 'storage-signed-url', url: expect.any(String), key: expect.any(String) },
    ])
    for (const [at, change] of [
      ['file.size', { file: { name: 'a', type: 'b', size: 11 * 1024 * 1024 } }],
      ['file.size', { file: { name: 'a', type: 'b', size: 0 } }],
      ['kind', { kind: 'import_file' }],
      ['kind', { kind: 'other' }],
    ] as const) {
      const refused = await announce(change)
      expect([refused.status, refused.body.error.fields[0].path]).toEqual([400, at])
    }
  })

  test.runIf(isLongRun)('is one of a limited number in a day', async () => {
    await app.database.query(
      `INSERT INTO "StorageUpload" (key, "organizationId")
       SELECT n || $1, $1 FROM generate_series(1, $2::int) n`,
      [site.organizationId, maximumStorageUploads],
    )
    const answer = await announce({})
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'TOO_MANY_STORAGE_UPLOADS'])
    const old = new Date(Date.now() - 2 * 86_400_000)
    await app.database.prisma.storageUpload.updateMany({ data: { createdAt: old } })
    expect((await announce({})).status).toBe(201)
  })

  test('takes nothing but a whole font, at the signed URL only', async () => {
    const { url } = (await announce({})).body
    const address = url.replace(app.config.baseUrl, app.url)
    const cut = fontBytes('cut off').subarray(0, -1)
    const wrong = [Buffer.from('<svg/>'), Buffer.alloc(0), cut, fontBytes('other', 'OTTO')]
    for (const bytes of wrong) expect((await uploadTo(address, bytes)).statusCode).toBe(400)
    expect((await uploadTo(address, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413)
    expect((await uploadTo(`${address}0`, fontBytes())).statusCode).toBe(404)
    expect((await uploadTo(address.replace('/uploads/', '/uploads/0'), fontBytes())).statusCode).toBe(404)
    expect((await request(address)).statusCode).toBe(405)
    expect((await uploadTo(address, fontBytes())).statusCode).toBe(200)
  })

  test('may come from a page of any origin', async () => {
    const { url } = (await announce({})).body
    const asked = await request(url.replace(app.config.baseUrl, app.url), { method: 'OPTIONS' })
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(asked.headers['access-control-allow-methods']).toContain('PUT')
  })
})
