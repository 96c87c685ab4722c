import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { GitBookAPI, GitBookAPIError } from '@gitbook/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { bookFolder, zipOfBook } from '../support/book.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'

let app: TestApp
let organization: { id: string; admin: TestUser }
// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
type PublishedClient = any

let client: PublishedClient
let archive: Server
let archiveUrl: string

/** The pages that the client reads, and in `npm test` few others. */
const isRead = (path: string) =>
  isLongRun || !path.endsWith('.md') || pagesOfShortRun.includes(basename(path))

const pagesOfShortRun = [
  ...['SUMMARY.md', 'gb-readme.md', 'install-go.md', 'hello-world.md', 'refactoring-checklist.md'],
  ...['app-intro.md', 'os-exec.md', 'why.md'],
]

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app, { title: 'Gophers' })
  client = new GitBookAPI({ endpoint: app.url, authToken: organization.admin.token })
  const zip = await zipOfBook(isRead)
  archive = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/zip' })
    response.end(zip)
  })
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  archiveUrl = `http://127.0.0.1:${(archive.address() as AddressInfo).port}/main.zip`
})
afterAll(async () => {
  archive.close()
  await app.close()
})

const statusOf = async (call: Promise<unknown>): Promise<number> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GitBookAPIError)
  return (error as GitBookAPIError).code
}

test.runIf(isLongRun)(
  'the published client creates a space, imports into it, builds a site, reads it back, comments and deletes',
  async () => {
    const { data: user } = await client.user.getAuthenticatedUser()
    expect(user.id).toBe(organization.admin.id)
    const { data: organizations }: { data: { items: { title: string }[] } } =
      await client.orgs.listOrganizationsForAuthenticatedUser()
    expect(organizations.items.map((item) => item.title)).toEqual(['Gophers'])

    const { data: book } = await client.orgs.createSpace(organization.id, { title: 'Learn Go', emoji: '🐹' })
    const { data: notes } = await client.orgs.createSpace(organization.id, { title: 'Notes' })
    expect(book).toMatchObject({ object: 'space', title: 'Learn Go', organization: organization.id })

    const { data: imported } = await client.spaces.importContent(book.id, { url: archiveUrl, source: 'zip' })
    expect(imported.importedResources).toBeGreaterThan(isLongRun ? 40 : 7)
    expect(imported.totalResources).toBeGreaterThanOrEqual(imported.importedResources)

    const { data: content }: { data: { id: string; pages: { type: string; title: string }[] } } =
      await client.spaces.getCurrentRevision(book.id)
    expect(content.id).toBe(imported.revision)
    expect(content.pages.map((page) => `${page.type} ${page.title}`)).toEqual([
      'document Learn Go with Tests',
      'group Go fundamentals',
      'group Testing fundamentals',
      'group Build an application',
      'group Questions and answers',
      'group Meta',
    ])
    const fundamentals = content.pages[1] as unknown as {
      pages: { id: string; title: string; path: string }[]
    }
    const hello = fundamentals.pages[1] as { id: string; path: string }
    const { data: page } = await client.spaces.getPageById(book.id, hello.id, { format: 'markdown' })
    expect(page).toMatchObject({
      type: 'document',
      title: 'Hello, World',
      path: 'go-fundamentals/hello-world',
    })
    expect((page as { markdown?: string }).markdown).toContain('package main')
    const { data: byPath } = await client.spaces.getPageByPath(book.id, hello.path)
    expect(byPath.id).toBe(hello.id)
    const { data: files }: { data: { items: { contentType: string; downloadURL: string; size: number }[] } } =
      await client.spaces.listFiles(book.id)
    const image = files.items.find((file) => file.contentType.startsWith('image/')) as {
      downloadURL: string
      size: number
    }
    const bytes = await (await fetch(image.downloadURL)).arrayBuffer()
    expect(bytes.byteLength).toBe(image.size)

    const { data: site } = await client.orgs.createSite(organization.id, { title: 'Go docs' })
    const { data: bookSection } = await client.orgs.addSectionToSite(organization.id, site.id, {
      spaceId: book.id,
      title: 'Book',
    })
    await client.orgs.addSectionToSite(organization.id, site.id, { spaceId: notes.id, title: 'Notes' })
    const { data: sections }: { data: { items: { title: string; default: boolean }[] } } =
      await client.orgs.listSiteSections(organization.id, site.id)
    expect(sections.items.map(({ title, default: first }) => [title, first])).toEqual([
      ['Book', true],
      ['Notes', false],
    ])
    expect(bookSection.siteSpaces[0]?.space.id).toBe(book.id)
    const { data: siteSpaces } = await client.orgs.listSiteSpaces(organization.id, site.id)
    expect(siteSpaces.count).toBe(2)
    const { data: again } = await client.orgs.getSiteById(organization.id, site.id)
    expect(again.siteSpaces).toBe(2)

    const { data: comment } = await client.spaces.postCommentInSpace(book.id, {
      page: hello.id,
      body: { markdown: 'A *good* start.' },
    })
    const { data: reply } = await client.spaces.postCommentReplyInSpace(book.id, comment.id, {
      body: { markdown: 'Indeed.' },
    })
    await client.spaces.updateCommentInSpace(book.id, comment.id, { addedReactions: ['1f44d'] })
    const { data: comments } = await client.spaces.listCommentsInSpace(book.id, {
      authors: [organization.admin.id],
      targetPage: hello.id,
      format: 'markdown',
    })
    expect(comments.items).toMatchObject([
      {
        object: 'comment',
        body: { markdown: 'A *good* start.' },
        replies: 1,
        reactions: [{ emoji: '1f44d', count: 1 }],
        target: { page: { id: hello.id, outdated: false } },
      },
    ])
    expect((await client.spaces.getSpaceById(book.id)).data.comments).toBe(1)

    await client.spaces.deleteCommentReplyInSpace(book.id, comment.id, reply.id)
    await client.spaces.deleteCommentInSpace(book.id, comment.id)
    expect((await client.spaces.listCommentsInSpace(book.id)).data.count).toBe(0)
    await client.orgs.deleteSiteById(organization.id, site.id)
    expect(await statusOf(client.orgs.getSiteById(organization.id, site.id))).toBe(404)
    await client.spaces.deleteSpaceById(book.id)
    expect((await client.spaces.getSpaceById(book.id)).data.deletedAt).toBeDefined()
    expect(await statusOf(client.spaces.listPages(book.id))).toBe(404)
    expect((await client.spaces.restoreSpace(book.id)).data.deletedAt).toBeUndefined()
    expect((await client.spaces.listPages(book.id)).data.pages).toHaveLength(6)
  },
)

test('the published client hears of errors as it expects', async () => {
  const stranger: PublishedClient = new GitBookAPI({ endpoint: app.url, authToken: 'lectern_nobody' })
  expect(await statusOf(stranger.user.getAuthenticatedUser())).toBe(401)
  expect(await statusOf(client.spaces.getSpaceById('nothing'))).toBe(404)
  expect(await statusOf(client.orgs.createSite(organization.id, { title: 'x' }))).toBe(400)
})

test('the corpus is the archive that the import reads', () => {
  expect(readFileSync(join(bookFolder, 'SUMMARY.md'), 'utf8')).toContain('# Table of contents')
})
