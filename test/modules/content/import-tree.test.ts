import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { storeBlob } from '../../../src/modules/content/blobs.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildContent, buildPage, buildPageTree, outlineOf } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let space: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())
beforeEach(async () => {
  space = await buildSpace(app, organization)
})

const page = (title: string, more: Partial<ImportedPage> = {}): ImportedPage => ({
  id: newId('Page'),
  title,
  ...more,
})
const importTree = (...pages: ImportedPage[]) => buildContent(app, organization.admin, space, pages)

describe('an imported tree', () => {
  it('is added after the existing pages, as one revision', async () => {
    await buildPage(client, space.id, { title: 'First' })
    const before = (await client.get(`/spaces/${space.id}/content`)).body.id
    const revision = await importTree(
      page('Part', { type: 'GROUP', pages: [page('A', { pages: [page('B')] })] }),
      page('Out', { type: 'LINK', target: { kind: 'url', url: 'https://example.com/' } }),
    )
    expect(revision.parents).toEqual([before])
    const { body } = await client.get(`/spaces/${space.id}/content`)
    expect(body.id).toBe(revision.id)
    expect(await outlineOf(client, space.id)).toEqual([['First'], ['Part', [['A', [['B']]]]], ['Out']])
    expect(body.pages[1]).toMatchObject({ type: 'group', kind: 'group', path: 'part' })
    for (const member of ['urls', 'layout', 'documentId']) expect(body.pages[1]).not.toHaveProperty(member)
    expect(body.pages[1].pages[0].pages[0].path).toBe('part/a/b')
  })

  it('gets unique slugs', async () => {
    await buildPage(client, space.id, { title: 'Intro' })
    await importTree(page('Intro'), page('Other', { slug: 'intro' }), page('Intro', { slug: 'a/b c' }))
    const { body } = await client.get(`/spaces/${space.id}/content/pages`)
    expect(body.pages.map(({ slug }: { slug: string }) => slug)).toEqual([
      'intro',
      'intro-1',
      'intro-2',
      'ab-c',
    ])
  })

  it('keeps a valid slug unchanged if no sibling has it', async () => {
    await importTree(page('A', { slug: 'V1.2' }), page('B', { slug: 'V1.2' }), page('C', { slug: '..' }))
    const { body } = await client.get(`/spaces/${space.id}/content/pages`)
    expect(body.pages.map(({ slug }: { slug: string }) => slug)).toEqual(['V1.2', 'v12', 'page'])
  })

  it('keeps fields, git metadata, files and bodies', async () => {
    const blob = await storeBlob(app, Buffer.from('abc'))
    const file = { id: newId('File'), name: 'a.txt', contentType: 'text/plain', blobHash: blob.hash }
    const imported = page('A', {
      emoji: '🦊',
      icon: 'book',
      description: 'About',
      hidden: true,
      layout: { width: 'wide' },
      cover: { ref: { kind: 'file', file: file.id }, yPos: 3 },
      markdown: `[a](/files/${file.id})`,
      git: { oid: 'abc', path: 'docs/a.md' },
    })
    await buildContent(app, organization.admin, space, [imported], [file])
    const { body } = await client.get(`/spaces/${space.id}/content/path/a?format=markdown`)
    expect(body).toMatchObject({
      id: imported.id,
      emoji: '🦊',
      icon: 'book',
      description: 'About',
      hidden: true,
      cover: { ref: { kind: 'file', file: file.id }, yPos: 3 },
      layout: { width: 'wide' },
      git: { oid: 'abc', path: 'docs/a.md' },
      markdown: `[a](/files/${file.id})`,
    })
    const sent = (await client.get(`/spaces/${space.id}/content/files/${file.id}`)).body
    expect(await (await fetch(sent.downloadURL)).text()).toBe('abc')
  })

  it('is stored without characters that cannot be stored, and with long texts truncated', async () => {
    await importTree(
      page('a\0b', { markdown: 'c\0d\ud800', description: 'x'.repeat(400) }),
      page('  ', { markdown: '' }),
    )
    const { body } = await client.get(`/spaces/${space.id}/content/path/ab?format=markdown`)
    expect(body).toMatchObject({ title: 'ab', markdown: 'cd\ufffd', description: 'x'.repeat(300) })
    expect(await outlineOf(client, space.id)).toEqual([['ab'], ['Untitled']])
  })

  it('is rejected as a whole with a group below the root, too many levels, or a file without bytes', async () => {
    const before = (await client.get(`/spaces/${space.id}/content`)).body
    await expect(importTree(page('A', { pages: [page('G', { type: 'GROUP' })] }))).rejects.toThrow('group')
    await expect(importTree(buildPageTree('A', 1, 33))).rejects.toThrow('nested')
    const file = { id: newId('File'), name: 'a', contentType: 'text/plain', blobHash: 'none' }
    await expect(buildContent(app, organization.admin, space, [page('A')], [file])).rejects.toThrow()
    expect((await client.get(`/spaces/${space.id}/content`)).body).toEqual(before)
  })
})
