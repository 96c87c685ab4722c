import { invalidInput } from '../../base/errors.ts'
import { consecutivePositions } from '../../base/positions.ts'
import { storableText } from '../../base/storable-text.ts'
import { identifyDocument, type StoredDocument } from '../../formats/body/documents.ts'
import { contentLimits, maximumDepth } from '../../formats/body/limits.ts'
import { uniqueSlug } from '../../formats/body/page-slugs.ts'
import type { ParseOutcome } from '../../formats/body/parsing/body-job.ts'
import { type Variables, variablesOf } from '../../formats/body/variables.ts'
import type {
  ImportedFile,
  ImportedPage,
  ImportedReusableContent,
  SourceCommit,
} from '../../formats/import/imported-content.ts'
import { storedFileName, storedTitle, truncated } from '../../formats/import/stored-fields.ts'
import type { Prisma, Revision, Space } from '../../generated/prisma/client.ts'
import { type Context, ownerOf } from '../../request/context.ts'
import { readOutline } from './content-reads.ts'
import { findUntouchedPage } from './first-page.ts'
import type { TreePage } from './page-tree.ts'
import { parseBodies, parsedOf } from './parse-bodies.ts'
import { type ContentRow, type ContentTarget, type NewPageVersion, writeRevision } from './revision-writer.ts'

export interface ImportedTree {
  readonly pages: readonly ImportedPage[]
  readonly files: readonly ImportedFile[]
  readonly reusable?: readonly ImportedReusableContent[]
  readonly git?: SourceCommit
  /** Variables of the space, which take the place of those of the same name. */
  readonly variables?: Variables
  /** The parsed bodies of pages and reusable contents, as far as they were parsed already, by their ids. */
  readonly parsed?: ReadonlyMap<string, ParseOutcome>
}

/**
 * Appends a tree after the existing pages and adds its files, as one new revision. The page that a new space begins with is
 * replaced if nobody has changed it. Throws without any change if the
 * tree breaks a rule of content. The caller must have checked the permission of the viewer.
 */
export async function commitImportedTree(
  context: Context,
  target: ContentTarget,
  tree: ImportedTree,
): Promise<{ space: Space; revision: Revision }> {
  const bodies = await readBodies(tree, ownerOf(context))
  return writeRevision(
    context,
    target,
    async (open) => {
      const outline = await readOutline(open.transaction.query, open.head)
      const replaced = tree.pages.length > 0 ? await findUntouchedPage(open, outline) : undefined
      const { slugs, last } = rootPages(outline.filter(({ pageId }) => pageId !== replaced))
      const collected: Collected = { bodies, pages: [], documents: [], createdAt: open.createdAt }
      collectPages(collected, tree.pages, { parentId: null, depth: 1, slugs, last })
      const files = tree.files.map((file) => importedFile(file, open.createdAt))
      const reusable = (tree.reusable ?? []).map((content) => importedReusableContent(collected, content))
      const { pages, documents } = collected
      const changes = {
        pages: { written: pages, ...(replaced !== undefined && { removed: [replaced] }) },
        files: { written: files },
        reusable: { written: reusable },
        ...(tree.variables && { variables: { ...variablesOf(open.head), ...tree.variables } }),
        documents,
      }
      return { changes, result: null }
    },
    { git: tree.git },
  )
}

type ImportedBody = ImportedPage | ImportedReusableContent
type Bodies = ReadonlyMap<ImportedBody, StoredDocument | undefined>

/** Reads all bodies of a tree before its content is locked, because that takes long. */
async function readBodies({ pages, reusable = [], parsed }: ImportedTree, owner: string): Promise<Bodies> {
  const all: ImportedBody[] = [...allPages(pages), ...reusable]
  const texts = all.map((one) => [one, storableText(one.markdown ?? '')] as const)
  const written = texts.filter(([, markdown]) => markdown !== '')
  const unread = written.filter(([{ id }]) => !parsed?.has(id))
  const outcomes = await parseBodies(
    unread.map(([, markdown]) => markdown),
    owner,
  )
  const read = new Map(unread.map(([{ id }], position) => [id, outcomes[position]]))
  return new Map(
    written.map(([one, markdown]) => {
      const { index } = parsedOf((parsed?.get(one.id) ?? read.get(one.id)) as ParseOutcome)
      return [one, identifyDocument({ markdown, index })]
    }),
  )
}

const allPages = (pages: readonly ImportedPage[]): ImportedPage[] =>
  pages.flatMap((page) => [page, ...allPages(page.pages ?? [])])

function rootPages(outline: readonly TreePage[]) {
  const roots = outline.filter(({ parentId }) => parentId === null)
  const positions = roots.map(({ position }) => position).sort()
  const slugs = new Set(roots.map(({ slug }) => slug).filter((slug) => slug !== null))
  return { slugs, last: positions.at(-1) ?? null }
}

interface Collected {
  readonly bodies: Bodies
  readonly pages: ContentRow<NewPageVersion>[]
  readonly documents: StoredDocument[]
  readonly createdAt: Date
}

interface Siblings {
  readonly parentId: string | null
  readonly depth: number
  /** The slugs in use among them. */
  readonly slugs: Set<string>
  /** The position of the last page among them so far. */
  readonly last: string | null
}

function collectPages(collected: Collected, pages: readonly ImportedPage[], siblings: Siblings): void {
  if (pages.length === 0) return
  if (siblings.depth > maximumDepth)
    throw invalidInput('url', `contains pages nested more than ${maximumDepth} levels deep`)
  const positions = consecutivePositions(pages.length, siblings.last)
  pages.forEach((page, index) => {
    if (page.type === 'GROUP' && siblings.parentId !== null)
      throw invalidInput('url', `contains the group ${page.title} below the root`)
    const document = collected.bodies.get(page)
    if (document) collected.documents.push(document)
    collected.pages.push({
      ...pageColumns(page, collected.createdAt),
      parentId: siblings.parentId,
      position: positions[index] as string,
      slug: page.type === 'LINK' ? null : slugFor(page, siblings.slugs),
      documentId: document?.id,
    })
    const below = { parentId: page.id, depth: siblings.depth + 1, slugs: new Set<string>(), last: null }
    collectPages(collected, page.pages ?? [], below)
  })
}

function pageColumns(page: ImportedPage, now: Date) {
  return {
    pageId: page.id,
    type: page.type ?? 'DOCUMENT',
    title: storedTitle(page.title),
    emoji: page.emoji && truncated(page.emoji, contentLimits.emoji.maxLength),
    icon: page.icon && truncated(page.icon, contentLimits.icon.maxLength),
    description: page.description && truncated(page.description, contentLimits.description.maxLength),
    hidden: page.hidden ?? false,
    noIndex: page.noIndex ?? false,
    noRobotsIndex: page.noRobotsIndex ?? false,
    layout: (page.layout ?? undefined) as Prisma.InputJsonValue | undefined,
    cover: (page.cover ?? undefined) as Prisma.InputJsonValue | undefined,
    target: (page.target ?? undefined) as Prisma.InputJsonValue | undefined,
    frontMatter: page.frontMatter && storableText(page.frontMatter),
    heading: page.heading && truncated(page.heading, contentLimits.title.maxLength),
    gitOid: page.git?.oid,
    gitPath: page.git?.path,
    createdAt: now,
    updatedAt: now,
  }
}

function importedReusableContent(collected: Collected, content: ImportedReusableContent) {
  const document = collected.bodies.get(content)
  if (document) collected.documents.push(document)
  return {
    reusableId: content.id,
    title: storedTitle(content.title),
    documentId: document?.id,
    gitOid: content.git?.oid,
    gitPath: content.git?.path,
  }
}

function importedFile(file: ImportedFile, createdAt: Date) {
  return {
    fileId: file.id,
    name: storedFileName(file.name),
    contentType: file.contentType,
    width: file.width,
    height: file.height,
    gitOid: file.git?.oid,
    gitPath: file.git?.path,
    blobHash: file.blobHash,
    createdAt,
  }
}

/** Returns the slug of the imported page unchanged if it is valid and unique among the siblings. */
function slugFor({ slug, title }: ImportedPage, taken: Set<string>): string {
  const { pattern, maxLength } = contentLimits.slug
  if (!slug || slug.length > maxLength || !pattern.test(slug) || taken.has(slug))
    return uniqueSlug(slug || title, taken)
  taken.add(slug)
  return slug
}
