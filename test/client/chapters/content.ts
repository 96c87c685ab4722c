import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startSourceServer } from '../../modules/imports/source-server.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import type { Narrator } from './narrator.ts'
import { zippedRepository } from './repository.ts'

/** A handbook comes in by import, is written on, read in every way, searched, printed and returned to. */
export async function content({ app, organization, client, write }: Narrator): Promise<void> {
  const { orgs, spaces, urls } = client
  const { data: space } = await orgs.createSpace(organization.id, { title: 'Handbook', emoji: '1f4d8' })
  const source = await startSourceServer()
  const url = source.serve('/docs.zip', await zippedRepository())
  const { data: imported } = await spaces.importContent(space.id, { url, source: 'zip' })
  source.close()
  const reusable = await buildReusableContent(app, organization.admin, liveContent(space.id))
  const [start, guides] = (await spaces.listPages(space.id)).data.pages
  const [guide] = guides.pages
  await write(
    `/spaces/${space.id}`,
    {
      operation: 'insert_page',
      title: 'Cover',
      emoji: '1f4d7',
      description: 'What it is about',
      hidden: true,
      document: { markdown: 'Read [the guide](guide.md).' },
      ref: 'cover',
    },
    {
      operation: 'insert_page',
      title: 'Lost',
      into: './cover.md',
      icon: 'book',
      document: { markdown: 'Soon gone.' },
    },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Elsewhere',
      target: { kind: 'url', url: 'https://example.com/' },
    },
    { operation: 'insert_page', type: 'link', title: 'The guide', target: { kind: 'page', page: guide.id } },
  )
  const { data: revision } = await spaces.getCurrentRevision(space.id)
  const [file] = revision.files
  const cover = revision.pages.find(({ title }: { title: string }) => title === 'Cover')
  await write(`/spaces/${space.id}`, {
    operation: 'update_page',
    page: start.id,
    document: {
      markdown: `See [what is lost](/pages/${cover.pages[0].id}), [the guide](/pages/${guide.id}) and ![it](/files/${file.id}).`,
    },
  })
  await write(`/spaces/${space.id}`, { operation: 'delete_page', page: cover.pages[0].id })

  await spaces.getCurrentRevision(space.id, { metadata: false, computed: false })
  await spaces.listPages(space.id, { metadata: false })
  await spaces.listFiles(space.id, { limit: 1 })
  await spaces.getFileById(space.id, file.id)
  await spaces.listSpaceFileBacklinks(space.id, file.id)
  for (const page of [start, guides, guide, ...revision.pages])
    await spaces.getPageById(space.id, page.id, { format: 'markdown' })
  await spaces.getPageById(space.id, guide.id, { format: 'document' })
  await spaces.getPageById(space.id, guide.id)
  await spaces.getPageByPath(space.id, guide.path, { format: 'markdown' })
  await spaces.listPageLinksInSpace(space.id, start.id)
  await spaces.listSpacePageBacklinks(space.id, guide.id)
  await spaces.listSpaceLinks(space.id)
  for (const status of ['ok', 'broken', 'in-app']) await spaces.listSpaceLinks(space.id, { status })
  await spaces.getDocumentById(space.id, guide.documentId)
  await spaces.getReusableContentById(space.id, reusable)
  await spaces.searchSpaceContent(space.id, { query: 'rocket' })
  await orgs.searchOrganizationContent(organization.id, { query: 'rocket' })
  await spaces.getSpacePdf(space.id, { page: guide.id, only: true })
  await urls.getContentByUrl({ url: space.urls.app })
  await urls.getContentByUrl({ url: guide.urls.app })

  const then = imported.revision
  await spaces.getRevisionById(space.id, then)
  await spaces.listPagesInRevisionById(space.id, then)
  await spaces.listFilesInRevisionById(space.id, then)
  await spaces.getFileInRevisionById(space.id, then, file.id)
  await spaces.getPageInRevisionById(space.id, then, guide.id, { format: 'markdown' })
  await spaces.getPageInRevisionByPath(space.id, then, guide.path)
  await spaces.getPageDocumentInRevisionById(space.id, then, guide.id)
  await spaces.getReusableContentInRevisionById(space.id, revision.id, reusable)
  const { data: now } = await spaces.getCurrentRevision(space.id)
  await spaces.getRevisionSemanticChanges(space.id, then)
  await spaces.getRevisionSemanticChanges(space.id, revision.id)
  await spaces.getRevisionSemanticChanges(space.id, now.id)
  await app.as(organization.admin).post(`/spaces/${space.id}/revisions/${then}/restore`)
  await spaces.getCurrentRevision(space.id)
}
