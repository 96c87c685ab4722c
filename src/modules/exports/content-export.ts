import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../../base/config.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type {
  ExportFile,
  ExportPage,
  ExportProgress,
  ExportReusableContent,
} from '../../formats/export/export-source.ts'
import { safePageName } from '../../formats/export/safe-names.ts'
import type { Context } from '../../request/context.ts'
import { readBlob } from '../content/blobs.ts'
import type { LocatedPage } from '../content/located-content.ts'
import {
  type BodiesByPage,
  readBodies,
  readReusableContents,
  readWholeRevision,
  selectPages,
  type WholeReusableContent,
  type WholeRevision,
} from '../content/whole-revision.ts'
import { exportArchive, permanentMarkdown } from './archive.ts'
import type { ExportSelection } from './service.ts'

type Services = Pick<Context, 'config' | 'database'>

/** An export that is written while its stream is read. */
export interface ContentExport {
  readonly fileName: string
  readonly contentType: string
  readonly stream: Readable
  /** Returns what the content depends on. */
  readonly tagOf: () => string[]
}

/**
 * Opens the export of a revision: a zip archive of Markdown pages and files, or the Markdown of a single page. Throws
 * NOT_FOUND if the revision or the page is not there.
 */
export async function openContentExport(
  { config, database }: Services,
  revisionId: string,
  { page: pageId, only }: ExportSelection,
  onProgress?: ExportProgress,
): Promise<ContentExport> {
  const whole = orNotFound(await readWholeRevision(database, revisionId))
  const [first, ...below] = selectPages(whole.pages, { pageId, only })
  if (pageId && !first) throw notFound()
  const pages = first ? [first, ...below] : []
  const bodies = await readBodies(database.query, pages)
  if (only && first) {
    const all = whole.pages.map((page) => ({ id: page.pageId, path: pathOf(page) }))
    return markdownOf(exportPage(bodies, first), all, whole.space.id)
  }
  const title = pageId && first ? first.title : whole.space.title
  const files = whole.files.map((file) => exportFile(config, file))
  const exported = pages.map((page) => exportPage(bodies, page))
  const reusable = (await readReusableContents(database.query, revisionId)).map(exportReusableContent)
  const owner = whole.space.id
  const variables = variablesOf(whole.revision)
  const archive = exportArchive({ title, owner, pages: exported, files, reusable, variables, onProgress })
  return {
    fileName: archive.fileName,
    contentType: 'application/zip',
    stream: archive.stream,
    tagOf: () => [title, whole.files, reusable, variables, ...exported].map((part) => JSON.stringify(part)),
  }
}

async function markdownOf(
  page: ExportPage,
  all: readonly Pick<ExportPage, 'id' | 'path'>[],
  owner: string,
): Promise<ContentExport> {
  const markdown = await permanentMarkdown(page, all, owner)
  return {
    fileName: `${safePageName(page.slug ?? page.title)}.md`,
    contentType: 'text/markdown; charset=utf-8',
    stream: Readable.from([Buffer.from(markdown)]),
    tagOf: () => [markdown],
  }
}

const exportPage = (bodies: BodiesByPage, page: LocatedPage): ExportPage => ({
  id: page.pageId,
  type: page.type,
  title: page.title,
  slug: page.slug,
  parentId: page.parentId,
  path: pathOf(page),
  emoji: page.emoji,
  icon: page.icon,
  description: page.description,
  hidden: page.hidden,
  noIndex: page.noIndex,
  noRobotsIndex: page.noRobotsIndex,
  layout: page.layout as object | null,
  cover: page.cover as object | null,
  target: page.target as object | null,
  frontMatter: page.frontMatter,
  markdown: bodies.get(page.pageId)?.markdown ?? '',
})

const pathOf = ({ slug, path }: LocatedPage): string | undefined =>
  slug === null ? undefined : (path ?? undefined)

const exportReusableContent = ({
  reusableId,
  title,
  gitPath,
  markdown,
}: WholeReusableContent): ExportReusableContent => ({
  id: reusableId,
  title,
  name: gitPath === null ? undefined : posix.parse(gitPath).name,
  markdown,
})

const exportFile = (config: Config, file: WholeRevision['files'][number]): ExportFile => ({
  id: file.fileId,
  name: file.name,
  contentType: file.contentType,
  gitPath: file.gitPath,
  size: file.size,
  open: async () => (await readBlob(config, { hash: file.blobHash, size: file.size })) ?? null,
})
