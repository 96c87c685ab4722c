import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobKey } from '../../../src/modules/content/blob-paths.ts'
import { refetchSpecs } from '../../../src/modules/openapi-specs/jobs.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { fileStorage } from '../../../src/storage/open-storage.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { inserted } from '../content/computed-sources.ts'
import { petsDocument, serve, serveFiles, swaggerYaml, textOf } from './documents.ts'
import { largeDocument, largeMegabytes } from './large-document.ts'

let app: TestApp
let organizationId: string
let client: TestClient
let specs: string

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  specs = `/orgs/${organizationId}/openapi`
})
afterAll(() => app.close())

const process = () => processPendingSpecs(app)

/** Sets a source and processes it. */
async function put(slug: string, source: { url: string } | { text: string }) {
  await client.put(`${specs}/${slug}`, { source })
  await process()
  return (await client.get(`${specs}/${slug}`)).body
}

const versionsOf = async (slug: string) => (await client.get(`${specs}/${slug}/versions`)).body

describe('a specification', () => {
  test('is pending after it is created from a URL, and complete with a version after processing', async () => {
    const { url } = await serveFiles({ '/pets.json': textOf(petsDocument()) })
    const created = await client.post(specs, { slug: 'from-url', source: { url: `${url}/pets.json` } })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      object: 'openapi-spec',
      slug: 'from-url',
      sourceURL: `${url}/pets.json`,
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true, delete: true },
      urls: { location: `${app.url}/v1${specs}/from-url` },
    })
    expect(created.body).not.toHaveProperty('lastVersion')
    expect((await client.get(`${specs}/from-url/versions/latest`)).status).toBe(404)
    expect((await client.get(`${specs}/from-url/versions/latest/content`)).status).toBe(404)
    await process()
    const processed = (await client.get(`${specs}/from-url`)).body
    expect(processed).toMatchObject({
      processingState: 'complete',
      lastVersion: expect.stringMatching(/^oav/),
      lastProcessedAt: expect.any(String),
    })
    expect(processed).not.toHaveProperty('lastProcessErrorCode')
    const latest = (await client.get(`${specs}/from-url/versions/latest`)).body
    expect(latest).toMatchObject({ object: 'openapi-spec-version', id: processed.lastVersion })
    expect((await client.get(`${specs}/from-url/versions/${latest.id}`)).body.id).toBe(latest.id)
    for (const version of ['latest', latest.id]) {
      const content = (await client.get(`${specs}/from-url/versions/${version}/content`)).body
      expect(content.filesystem).toEqual({ 'pets.json': petsDocument() })
      expect(await (await fetch(content.url)).json()).toEqual(petsDocument())
    }
  })

  test.runIf(isLongRun)(
    'whose pages are missing or were written differently has them after it is processed again, without a new version',
    async () => {
      const { id, lastVersion } = await put('older', { text: textOf(petsDocument()) })
      const where = { specId: id }
      const orderBy = { number: 'asc' } as const
      const pages = await app.database.prisma.openAPISpecPage.findMany({ where, orderBy })
      expect(pages.map(({ key }) => key)).toEqual(['overview', 'operations'])
      for (const change of [
        () => app.database.prisma.openAPISpecPage.deleteMany({ where }),
        () => app.database.prisma.openAPISpecPage.updateMany({ where, data: { markdown: 'Old' } }),
      ]) {
        await change()
        expect((await put('older', { text: textOf(petsDocument()) })).lastVersion).toBe(lastVersion)
        expect(await app.database.prisma.openAPISpecPage.findMany({ where, orderBy })).toEqual(pages)
      }
    },
  )

  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['cut short', (path: string) => truncateSync(path, 20)],
  ])('whose stored text is %s is processed once the text is there again', async (what, damage) => {
    const slug = what.replace(' ', '-')
    const created = await client.put(`${specs}/${slug}`, { source: { text: textOf(petsDocument(what)) } })
    const { sourceBlobHash } = await app.database.prisma.openAPISpec.findUniqueOrThrow({
      where: { id: created.body.id },
    })
    const path = fileStorage(app.config).pathOf(blobKey(sourceBlobHash as string)) as string
    const bytes = readFileSync(path)
    damage(path)
    await expect(process()).rejects.toThrow('missing')
    expect((await client.get(`${specs}/${slug}`)).body.processingState).toBe('progress')
    writeFileSync(path, bytes)
    await process()
    const processed = (await client.get(`${specs}/${slug}`)).body
    expect(processed).toMatchObject({ processingState: 'complete', lastVersion: expect.any(String) })
    expect(processed).not.toHaveProperty('lastProcessErrorCode')
  })

  test('has pages with all characters of its texts', async () => {
    const description = 'Line\u2028separator, paragraph\u2029separator,\rreturn and\nnewline \u{1f436}.'
    const document = petsDocument()
    const { id } = await put('characters', {
      text: textOf({ ...document, info: { ...document.info, description } }),
    })
    const pages = await app.database.prisma.openAPISpecPage.findMany({
      where: { specId: id },
      orderBy: { number: 'asc' },
    })
    expect(pages.map(({ key, number }) => [key, number])).toEqual([
      ['overview', 0],
      ['operations', 1],
    ])
    expect(pages[0]?.markdown).toContain('Line\u2028separator, paragraph\u2029separator,')
  })

  test('can be created from text, has no URL then, and is downloaded unchanged', async () => {
    const spec = await put('from-text', { text: swaggerYaml })
    expect(spec).not.toHaveProperty('sourceURL')
    const { url } = (await client.get(`${specs}/from-text/versions/latest`)).body
    const download = await fetch(url)
    expect(await download.text()).toBe(swaggerYaml)
    expect(download.headers.get('content-type')).toBe('application/yaml')
  })

  test('has exactly one source, and a well-formed slug', async () => {
    const text = textOf(petsDocument())
    const faulty = [
      { slug: 'no-source' },
      { slug: 'both', source: { url: 'https://example.com', text } },
      { slug: 'none', source: {} },
      { slug: 'empty', source: { text: '' } },
      { slug: 'scheme', source: { url: 'ftp://example.com/pets.json' } },
      { slug: 'Upper', source: { text } },
      { slug: '-a', source: { text } },
      { slug: 'a'.repeat(101), source: { text } },
    ]
    for (const body of faulty) expect((await client.post(specs, body)).status).toBe(400)
    expect((await client.put(`${specs}/Upper_Case`, { source: { text } })).status).toBe(400)
  })

  test('has a slug that is unique in its organization', async () => {
    const body = { slug: 'taken', source: { text: textOf(petsDocument()) } }
    expect((await client.post(specs, body)).status).toBe(201)
    expect((await client.post(specs, body)).status).toBe(409)
    const other = await buildOrganization(app)
    expect((await app.as(other.admin).post(`/orgs/${other.id}/openapi`, body)).status).toBe(201)
  })

  test('is created by PUT and updated by the next, both with 200', async () => {
    const first = await client.put(`${specs}/put`, { source: { text: textOf(petsDocument('One')) } })
    const second = await client.put(`${specs}/put`, { source: { text: textOf(petsDocument('Two')) } })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).toBe(first.body.id)
    await process()
    const { filesystem } = (await client.get(`${specs}/put/versions/latest/content`)).body
    expect(filesystem['openapi.json'].info.title).toBe('Two')
    expect((await versionsOf('put')).count).toBe(1)
  })

  test.runIf(isLongRun)('is created once under concurrent PUT requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.put(`${specs}/together`, { source: { text: textOf(petsDocument(`Title ${index}`)) } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await process()
    expect((await versionsOf('together')).count).toBe(1)
  })

  test.runIf(isLongRun)('can be larger as text than other requests', async () => {
    const { openapi, ...rest } = petsDocument()
    const text = textOf({ openapi, 'x-filler': 'x'.repeat(3_000_000), ...rest })
    expect(await put('large-text', { text })).toMatchObject({ processingState: 'complete' })
    expect((await versionsOf('large-text')).count).toBe(1)
    const tooLarge = await client.post(specs, { slug: 'too-large', source: { text: 'x'.repeat(21_000_000) } })
    expect(tooLarge.status).toBe(413)
  })

  test('is deleted with its versions, whose documents can no longer be downloaded', async () => {
    await put('deleted', { text: textOf(petsDocument()) })
    const { url, id } = (await client.get(`${specs}/deleted/versions/latest`)).body
    expect((await client.delete(`${specs}/deleted`)).status).toBe(205)
    expect((await client.get(`${specs}/deleted`)).status).toBe(404)
    expect((await client.delete(`${specs}/deleted`)).status).toBe(404)
    expect((await fetch(url)).status).toBe(404)
    const { data } = await client.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(data.node).toBeNull()
  })
})

describe('processing', () => {
  test('that fails keeps the last version and sets the error, until it succeeds again', async () => {
    const files: Record<string, string> = { '/pets.json': textOf(petsDocument()) }
    const { url } = await serveFiles(files)
    const source = { url: `${url}/pets.json` }
    const { lastVersion } = await put('failing', source)
    files['/pets.json'] = 'no document'
    const failed = { processingState: 'complete', lastVersion }
    expect(await put('failing', source)).toMatchObject({ ...failed, lastProcessErrorCode: 'PARSE_ERROR' })
    delete files['/pets.json']
    expect(await put('failing', source)).toMatchObject({ ...failed, lastProcessErrorCode: 'FETCH_ERROR' })
    files['/pets.json'] = textOf(petsDocument('New'))
    const mended = await put('failing', source)
    expect(mended).not.toHaveProperty('lastProcessErrorCode')
    expect(mended.lastVersion).not.toBe(lastVersion)
  })

  test('reports a timeout of a server', async () => {
    const { url } = await serve(() => {})
    await client.put(`${specs}/slow`, { source: { url } })
    await processPendingSpecs({ ...app, limits: { timeoutMs: 50 } })
    expect((await client.get(`${specs}/slow`)).body).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'FETCH_TIMEOUT',
    })
  })

  test('adds versions only for new content, listed newest first', async () => {
    const first = await put('versions', { text: textOf(petsDocument('One')) })
    const same = await put('versions', { text: `${textOf(petsDocument('One'))}\n` })
    expect(same.lastVersion).toBe(first.lastVersion)
    expect(same.lastProcessedAt > first.lastProcessedAt).toBe(true)
    const second = await put('versions', { text: textOf(petsDocument('Two')) })
    const { items, count } = await versionsOf('versions')
    expect(count).toBe(2)
    expect(items.map((item: { id: string }) => item.id)).toEqual([second.lastVersion, first.lastVersion])
  })

  test('every night applies to specifications with a URL', async () => {
    const { url, requested } = await serveFiles({ '/pets.json': textOf(petsDocument()) })
    await put('nightly', { url: `${url}/pets.json` })
    await refetchSpecs(app.database)
    await process()
    expect(requested).toHaveLength(2)
    expect((await versionsOf('nightly')).count).toBe(1)
  })

  test('of an outdated source writes nothing', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: go, resolve: answer } = Promise.withResolvers<void>()
    const { url } = await serve((_request, response) => {
      ask()
      void go.then(() => response.end(textOf(petsDocument('Old'))))
    })
    await client.put(`${specs}/overtaken`, { source: { url } })
    const processing = process()
    await asked
    expect((await client.get(`${specs}/overtaken`)).body.processingState).toBe('progress')
    await client.put(`${specs}/overtaken`, { source: { text: textOf(petsDocument('New')) } })
    answer()
    await processing
    const { items } = await versionsOf('overtaken')
    expect(items).toHaveLength(1)
    const { filesystem } = (await client.get(`${specs}/overtaken/versions/latest/content`)).body
    expect(filesystem['openapi.json'].info.title).toBe('New')
  })

  test('by concurrent jobs fetches a document once', async () => {
    const { url, requested } = await serveFiles({ '/pets.json': textOf(petsDocument()) })
    await client.put(`${specs}/contested`, { source: { url: `${url}/pets.json` } })
    await Promise.all([process(), process(), process(), process()])
    expect(requested).toHaveLength(1)
    expect((await versionsOf('contested')).count).toBe(1)
  })

  test.runIf(isLongRun)('resumes after another process was stopped', async () => {
    const stop = new AbortController()
    const { url, requested } = await serve((_request, response) => {
      if (requested.length === 1) stop.abort(new Error('stopping'))
      else response.end(textOf(petsDocument()))
    })
    await client.put(`${specs}/stopped`, { source: { url } })
    await expect(processPendingSpecs({ ...app, signal: stop.signal })).rejects.toThrow('stopping')
    expect((await client.get(`${specs}/stopped`)).body.processingState).toBe('progress')
    await process()
    expect((await versionsOf('stopped')).count).toBe(1)
  })

  test.runIf(isLongRun)(
    `of a document of more than ${largeMegabytes} MB does not block requests, and stores the document and its pages`,
    async () => {
      const document = largeDocument()
      const text = JSON.stringify(document, null, 2)
      expect(text.length).toBeGreaterThan(largeMegabytes * 1_000_000)
      const { url } = await serveFiles({ '/large.json': text })
      await client.put(`${specs}/large`, { source: { url: `${url}/large.json` } })
      const processing = process()
      // Sequential requests, all answered before processing ends.
      for (let asked = 0; asked < 20; asked++) {
        const { status, body } = await client.get(`${specs}/large`)
        expect({ status, state: body.processingState }).toEqual({
          status: 200,
          state: expect.stringMatching(/^(pending|progress)$/),
        })
      }
      await processing
      expect((await client.get(`${specs}/large`)).body).toMatchObject({ processingState: 'complete' })
      const { filesystem } = (await client.get(`${specs}/large/versions/latest/content`)).body
      expect(filesystem['large.json']).toEqual(document)
      const space = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Reference', empty: true }))
        .body.id
      await client.post(`/spaces/${space}/content`, { changes: [inserted('large')] })
      const { pages } = (await client.get(`/spaces/${space}/content/pages`)).body
      const titles: string[] = pages.map(({ title }: { title: string }) => title)
      // A tag, and the models, take several pages because of their size, with a number behind the title.
      const subjects = new Set(titles.map((title) => title.replace(/ \(\d+\)$/, '')))
      expect([...subjects]).toEqual(['Large', ...document.tags.map(({ name }) => name), 'Models'])
      const { path } = pages.find(({ title }: { title: string }) => title === 'Tag 7')
      const page = await client.get(`/spaces/${space}/content/path/${path}?format=markdown`)
      expect(page.body.markdown).toContain('Access to resource 7.')
    },
  )
})

describe('the document', () => {
  const addresses = async (slug: string) => ({
    version: (await client.get(`${specs}/${slug}/versions/latest`)).body.url as string,
    published: (await client.get(`${specs}/${slug}`)).body.urls.published as string | undefined,
  })
  const statusOf = async (url: string) => (await fetch(url)).status

  test('of a private specification requires the signature of its URL', async () => {
    await put('private', { text: textOf(petsDocument()) })
    const { version, published } = await addresses('private')
    expect(published).toBeUndefined()
    expect(await statusOf(version)).toBe(200)
    expect(await statusOf(version.split('?')[0] as string)).toBe(404)
    expect(await statusOf(version.replace('signature=', 'signature=x'))).toBe(404)
    expect(await statusOf(`${app.url}/openapi/${organizationId}/private`)).toBe(404)
  })

  test('of a public specification is available to everyone until it is private again', async () => {
    await put('public', { text: textOf(petsDocument()) })
    const changed = await client.patch(`${specs}/public`, { visibility: 'public' })
    expect(changed.body.visibility).toBe('public')
    const { version, published } = await addresses('public')
    expect(version).not.toContain('signature')
    expect(await (await fetch(published as string)).json()).toEqual(petsDocument())
    expect(await (await fetch(version)).json()).toEqual(petsDocument())
    await client.patch(`${specs}/public`, { visibility: 'private' })
    expect([await statusOf(version), await statusOf(published as string)]).toEqual([404, 404])
  })

  test('is not found under the version of another specification', async () => {
    const { lastVersion } = await put('one', { text: textOf(petsDocument('One')) })
    await put('other', { text: textOf(petsDocument('Other')) })
    await client.patch(`${specs}/other`, { visibility: 'public' })
    expect(await statusOf(`${app.url}/openapi/${organizationId}/other/${lastVersion}`)).toBe(404)
    expect((await client.get(`${specs}/other/versions/${lastVersion}`)).status).toBe(404)
  })

  test('can be read but not changed by other members, and is not found by non-members', async () => {
    await put('guarded', { text: textOf(petsDocument()) })
    const reader = app.as(await buildMember(app, organizationId, 'READ'))
    const read = await reader.get(`${specs}/guarded`)
    expect(read.body.permissions).toEqual({ view: true, edit: false, delete: false })
    expect((await reader.put(`${specs}/guarded`, { source: { text: 'x' } })).status).toBe(403)
    expect((await reader.delete(`${specs}/guarded`)).status).toBe(403)
    const guest = app.as(await buildMember(app, organizationId, null))
    expect((await guest.get(`${specs}/guarded`)).status).toBe(404)
    expect((await guest.get(specs)).status).toBe(403)
    const stranger = app.as((await buildOrganization(app)).admin)
    for (const address of [specs, `${specs}/guarded`]) expect((await stranger.get(address)).status).toBe(404)
  })
})
