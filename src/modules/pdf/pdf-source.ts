import { buffer } from 'node:stream/consumers'
import type { Config } from '../../base/config.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { drawForPrint } from '../../diagrams/print-diagrams.ts'
import type { Body } from '../../formats/body/documents.ts'
import { pageAtRelative, referenceTo, relativeAddress } from '../../formats/body/page-paths.ts'
import { variablesOf, variablesOfPage } from '../../formats/body/variables.ts'
import type { ContentRef, JSONDocument } from '../../formats/page/types.ts'
import type { PdfSource, PdfSourcePage, SourceBody } from '../../formats/pdf/source.ts'
import type { Context } from '../../request/context.ts'
import { readBlob } from '../content/blobs.ts'
import type { ContentSelection } from '../content/content-selection.ts'
import { readIncluded } from '../content/included-bodies.ts'
import type { LocatedPage } from '../content/located-content.ts'
import {
  type BodiesByPage,
  readBodies,
  readWholeRevision,
  selectPages,
  type WholeRevision,
} from '../content/whole-revision.ts'
import { settingsOf } from '../customizations/service.ts'
import { readSectionsOf } from '../openapi-specs/pages/shown-sections.ts'
import { referenceUrl } from './reference-urls.ts'

type Services = Pick<Context, 'config' | 'database'>

/** A PDF of a revision, whose bodies are not read yet. */
export interface RevisionPdf {
  readonly whole: WholeRevision
  readonly title: string
  readonly subtitle: string | undefined
  /** The pages that it shows. */
  readonly pages: readonly LocatedPage[]
}

/** Reads which pages the PDF of a revision shows. Throws NOT_FOUND if the revision or the page is not there. */
export async function openRevisionPdf(
  { database }: Services,
  revisionId: string,
  { page: pageId, only }: ContentSelection,
): Promise<RevisionPdf> {
  const whole = orNotFound(await readWholeRevision(database, revisionId))
  const selected = selectPages(whole.pages, { pageId, only })
  const [first] = selected
  if (pageId && !first) throw notFound()
  return {
    whole,
    title: pageId && first ? first.title : whole.space.title,
    subtitle: subtitleOf(whole, Boolean(pageId)),
    pages: pageId ? selected : withoutHidden(selected),
  }
}

export async function loadPdfSource(
  { config, database }: Services,
  { whole, title, subtitle, pages }: RevisionPdf,
): Promise<PdfSource> {
  const language = await languageOf(database, whole.space.id)
  const bodies = await readBodies(database.query, pages)
  const reusable = await readIncluded(database.query, whole.revision.id, [...bodies.values()])
  const texts = [...bodies.values(), ...reusable.values()].map(({ markdown }) => markdown)
  return {
    title,
    subtitle,
    createdAt: whole.revision.createdAt,
    ...(language !== undefined && { language }),
    pages: pdfPages(bodies, pages),
    reusable: new Map([...reusable].map(([id, body]) => [id, sourceBodyOf(body)])),
    variables: variablesOf(whole.revision),
    specSections: await readSectionsOf(texts, database, whole.space.organizationId),
    draw: (sources) => drawForPrint(sources, whole.space.organizationId),
    readFile: (fileId) => readFile(config, whole, fileId),
    urlOf: (ref) => referenceUrl(config, whole.space.id, ref),
    pageAt: pagesAt(whole),
    labelOf: labelsIn(whole),
  }
}

/** Returns the language of the sites that show a space; undefined if there is none, or more than one. */
async function languageOf({ prisma }: Database, spaceId: string): Promise<string | undefined> {
  const chosen = { select: { settings: true } }
  const siteSpaces = await prisma.siteSpace.findMany({
    where: { spaceId },
    select: { customization: chosen, site: { select: { customization: chosen } } },
  })
  const languages = new Set(
    siteSpaces.map(
      ({ site, customization }) => settingsOf(site.customization, customization).internationalization.locale,
    ),
  )
  const [language] = languages
  return languages.size === 1 ? language : undefined
}

/** Returns a function that finds the pages of the revision that relative URLs lead to, whether the PDF shows them or not. */
function pagesAt({ pages }: WholeRevision): NonNullable<PdfSource['pageAt']> {
  const byPath = new Map(pages.filter(({ slug }) => slug !== null).map((page) => [page.path, page]))
  const byId = new Map(pages.map((page) => [page.pageId, page]))
  return (pageId, url) => {
    const address = relativeAddress(url)
    const own = (byId.get(pageId)?.path ?? '').split('/')
    const found = address && pageAtRelative(address, own, (path) => byPath.get(path.join('/')))
    return found && referenceTo(found.pageId, address)
  }
}

function subtitleOf({ space, changeRequest }: WholeRevision, isPart: boolean): string | undefined {
  const parts = [
    isPart ? space.title : undefined,
    changeRequest ? `Change request ${changeRequest.number}: ${changeRequest.subject}` : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' · ') || undefined
}

/** Removes hidden pages and all pages below them, as in the table of contents. */
function withoutHidden(pages: readonly LocatedPage[]): readonly LocatedPage[] {
  const hidden = new Set<string>()
  return pages.filter((page) => {
    const isHidden = page.hidden || (page.parentId !== null && hidden.has(page.parentId))
    if (isHidden) hidden.add(page.pageId)
    return !isHidden
  })
}

function pdfPages(bodies: BodiesByPage, pages: readonly LocatedPage[]): PdfSourcePage[] {
  const depths = new Map<string, number>()
  return pages.flatMap((page) => {
    const depth = page.parentId === null ? 0 : (depths.get(page.parentId) ?? -1) + 1
    depths.set(page.pageId, depth)
    return page.type === 'COMPUTED' ? [] : [pdfPage(page, page.type, depth, bodies.get(page.pageId))]
  })
}

const sourceBodyOf = ({ nodes, markdown }: Body): SourceBody =>
  nodes ? { tree: nodes as JSONDocument } : { markdown }

function pdfPage(
  page: LocatedPage,
  type: PdfSourcePage['type'],
  depth: number,
  body: Body = { markdown: '' },
): PdfSourcePage {
  const target = page.target as ContentRef | null
  return {
    id: page.pageId,
    title: page.title,
    type,
    depth,
    emoji: page.emoji,
    description: page.description,
    path: page.path ?? '',
    body: sourceBodyOf(body),
    variables: variablesOfPage(page.frontMatter),
    href: target?.kind === 'url' ? target.url : undefined,
  }
}

/** Labels references with the title of their page or the name of their file. Others are labeled with their URL. */
function labelsIn({ pages, files }: WholeRevision): (ref: ContentRef) => string | undefined {
  const titles = new Map(pages.map(({ pageId, title }) => [pageId, title]))
  const names = new Map(files.map(({ fileId, name }) => [fileId, name]))
  return (ref) => {
    if (ref.kind === 'file') return names.get(ref.file)
    return ref.kind === 'page' || ref.kind === 'anchor' ? titles.get(ref.page ?? '') : undefined
  }
}

async function readFile(config: Config, { files }: WholeRevision, fileId: string) {
  const file = files.find((each) => each.fileId === fileId)
  const stream = file && (await readBlob(config, { hash: file.blobHash, size: file.size }))
  return stream ? { bytes: await buffer(stream), contentType: file.contentType, name: file.name } : null
}
