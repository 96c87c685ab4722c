import type { Viewer } from '../../access/viewer.ts'
import { invalidInput } from '../../base/errors.ts'
import { type Body, identifyDocument, type StoredDocument } from '../../formats/body/documents.ts'
import { withVariables } from '../../formats/body/front-matter.ts'
import { replaceInBody } from '../../formats/body/parsing/parsed-body.ts'
import { givenVariables, type Variables, variablesOf } from '../../formats/body/variables.ts'
import { mayHaveRelativeLinks } from '../../formats/export/relative-links.ts'
import { parseContentRef } from '../../formats/page/model/content-references.ts'
import type { PageVersion, Prisma, Revision, Space } from '../../generated/prisma/client.ts'
import { type Context, ownerOf, viewerOf } from '../../request/context.ts'
import { loadAuthorizedSpace } from '../spaces/service.ts'
import { applyToBase, type BatchBase } from './batch-base.ts'
import { assertKnownSpecs, type GivenSource } from './computed/known-specs.ts'
import type { ComputedSource } from './computed/sources.ts'
import { type ContentChange, type ContentChangeInput, readChanges, writesPage } from './content-change.ts'
import { readContentRows, readOutline } from './content-reads.ts'
import { changesOfFiles, type PreparedFile, type PreparedFiles, prepareFiles } from './file-changes.ts'
import { NewBodies, type NewBody } from './new-bodies.ts'
import {
  type DraftPage,
  deletePage,
  insertPage,
  newBodies,
  type PageBatch,
  type PageOutcome,
  revertPage,
  updatePage,
} from './page-changes.ts'
import { permanentLink } from './page-links.ts'
import { PageTree } from './page-tree.ts'
import { conflict, refusedInput } from './reasons.ts'
import type { RevisionPoint } from './revision-rows.ts'
import {
  type ContentRow,
  type ContentTarget,
  liveContent,
  type NewPageVersion,
  type OpenRevision,
  type RevisionChanges,
  writeRevision,
} from './revision-writer.ts'

export interface ContentUpdate {
  readonly target: ContentTarget
  readonly space: Space
  readonly revision: Revision
  readonly outcomes: readonly PageOutcome[]
  readonly insertedFileIds: readonly string[]
  /** Warnings of what was written, such as that visitors are not shown all of it. */
  readonly warnings: readonly string[]
}

/**
 * Applies a batch of changes to the live content of a space: all of them, in order, as one new revision, or none.
 * A page without an explicit slug gets a unique one made from its title. Throws if an explicit slug is already used by
 * a sibling.
 */
export async function updateContent(
  context: Context,
  spaceId: string,
  changes: readonly ContentChangeInput[],
  base: BatchBase = {},
): Promise<ContentUpdate> {
  const space = await loadEditableSpace(context, spaceId)
  return changeContent(context, liveContent(space.id), changes, base)
}

/** Returns a space whose live content the viewer may change. Throws if the viewer may not, or if it is locked. */
export async function loadEditableSpace(context: Context, spaceId: string): Promise<Space> {
  const space = await loadAuthorizedSpace(context, spaceId)
  if (space.editMode === 'LOCKED') throw conflict('SPACE_LOCKED')
  return space
}

/** Applies a batch of changes to content. The caller must have checked the permission of the viewer. */
export async function changeContent(
  context: Context,
  target: ContentTarget,
  given: readonly ContentChangeInput[],
  base: BatchBase = {},
): Promise<ContentUpdate> {
  const changes = readChanges(given)
  const files = await prepareFiles(context, target.spaceId, changes)
  const bodies = await NewBodies.read(changes, ownerOf(context))
  for (const warning of bodies.warnings) context.warnings?.add(warning)
  const written = await writeRevision(context, target, (open) =>
    applyToBase(open, base, (each) => applyChanges(each, viewerOf(context), changes, { files, bodies })),
  )
  return {
    target,
    space: written.space,
    revision: written.revision,
    outcomes: written.result,
    insertedFileIds: files.inserted.map(({ row }) => row.fileId),
    warnings: bodies.warnings,
  }
}

/** Files and bodies that were fetched and parsed before the content was locked. */
interface PreparedContent {
  readonly files: PreparedFiles
  readonly bodies: NewBodies
}

async function applyChanges(
  open: OpenRevision,
  viewer: Viewer,
  changes: readonly ContentChange[],
  { files: { inserted, replaced }, bodies }: PreparedContent,
): Promise<{ changes: RevisionChanges; result: PageOutcome[] }> {
  const batch = await startBatch(open, changes)
  for (const change of changes) {
    if (change.operation === 'insertPage') insertPage(batch, change)
    if (change.operation === 'updatePage') updatePage(batch, change)
    if (change.operation === 'deletePage') deletePage(batch, change)
    if (change.operation === 'revertPage') revertPage(batch, change)
  }
  await assertKnownSpecs(open.transaction, viewer, open.space.organizationId, givenSources(changes))
  const documents = await resolveBodies(batch, inserted, bodies)
  const files = await changesOfFiles(open, changes, replaced)
  return {
    changes: {
      pages: {
        written: [...batch.drafts.values()].map((draft) => pageRow(batch, draft, inserted, documents)),
        removed: [...batch.deleted],
      },
      files: {
        ...files,
        written: [
          ...inserted.map(({ row }) => ({ ...row, createdAt: open.createdAt })),
          ...(files.written ?? []),
        ],
      },
      variables: newVariables(changes),
      documents: [...documents.values()].filter((document) => document !== undefined),
    },
    result: batch.outcomes,
  }
}

/** Returns the variables that the last of the changes sets; undefined if none does. */
function newVariables(changes: readonly ContentChange[]): Variables | undefined {
  const last = changes.findLast((change) => change.operation === 'setVariables')
  return last && givenVariables(`${last.path}.variables`, last.variables)
}

const givenSources = (changes: readonly ContentChange[]): GivenSource[] =>
  changes
    .filter(writesPage)
    .flatMap(({ computed, path }) =>
      computed == null ? [] : [{ source: computed as ComputedSource, path: `${path}.computed` }],
    )

async function startBatch(open: OpenRevision, changes: readonly ContentChange[]): Promise<PageBatch> {
  const { transaction, head, createdAt } = open
  const named = changes.flatMap((change) => (change.operation === 'updatePage' ? [change.page] : []))
  const run = transaction.query
  const stored = named.length > 0 ? await readContentRows(run, 'PageVersion', head, { ids: named }) : []
  return {
    tree: new PageTree(await readOutline(run, head)),
    stored: new Map(stored.map((page) => [page.pageId, page])),
    earlier: await readEarlier(open, changes),
    drafts: new Map(),
    deleted: new Set(),
    outcomes: [],
    refs: new Map(),
    createdAt,
    variables: newVariables(changes) ?? variablesOf(head),
  }
}

/** Reads the earlier versions that changes revert pages to. */
async function readEarlier(
  open: OpenRevision,
  changes: readonly ContentChange[],
): Promise<Map<ContentChange, PageVersion>> {
  const earlier = new Map<ContentChange, PageVersion>()
  for (const change of changes) {
    if (change.operation !== 'revertPage') continue
    const point = await pointToRevertTo(open, change.revision, `${change.path}.revision`)
    const [then] = await readContentRows(open.transaction.query, 'PageVersion', point, {
      ids: [change.page],
    })
    if (then) earlier.set(change, then)
  }
  return earlier
}

/** Returns the named revision of the space or, for a change request, its base revision. */
async function pointToRevertTo(
  { transaction, space, head }: OpenRevision,
  revisionId: string | null | undefined,
  path: string,
): Promise<RevisionPoint> {
  if (revisionId) {
    const where = { id: revisionId, spaceId: space.id }
    const revision = await transaction.revision.findFirst({ where })
    if (!revision) throw refusedInput(path, 'REVISION_NOT_IN_SPACE')
    return revision
  }
  const { baseBranchId, baseSequence } = head
  if (baseBranchId === null || baseSequence === null)
    throw invalidInput(path, 'is required for content that is not a change request')
  return { branchId: baseBranchId, sequence: baseSequence, baseBranchId: null, baseSequence: null }
}

type Resolve = (pageId: string, address: string) => string | undefined

function resolverOf(batch: PageBatch, files: readonly PreparedFile[]): Resolve {
  const fileRefs = files.flatMap(({ ref, row }) => (ref === undefined ? [] : [[ref, row.fileId] as const]))
  const targets = { tree: batch.tree, pageRefs: batch.refs, fileRefs: new Map(fileRefs) }
  return (pageId, address) => permanentLink(targets, pageId, address)
}

/**
 * Returns the new bodies by page, undefined for an empty one. Links are resolved here, after all changes of the batch
 * were applied to the tree.
 */
async function resolveBodies(
  batch: PageBatch,
  files: readonly PreparedFile[],
  bodies: NewBodies,
): Promise<Map<string, StoredDocument | undefined>> {
  const resolve = resolverOf(batch, files)
  const withLinks = async (pageId: string, { body, parsed }: NewBody, path: string): Promise<Body> => {
    if (!parsed || !mayHaveRelativeLinks(body.markdown)) return body
    const { markdown, index } = replaceInBody(body.markdown, parsed, (address) => resolve(pageId, address))
    return index ? { markdown, index } : (await bodies.of({ markdown, path })).body
  }
  const documents = new Map<string, StoredDocument | undefined>()
  for (const [{ pageId }, given] of newBodies(batch))
    documents.set(pageId, identifyDocument(await withLinks(pageId, await bodies.of(given), given.path)))
  return documents
}

function pageRow(
  batch: PageBatch,
  draft: DraftPage,
  files: readonly PreparedFile[],
  documents: ReadonlyMap<string, StoredDocument | undefined>,
): ContentRow<NewPageVersion> {
  const { pageId, stored, type, title, fields, target, createdAt } = draft
  const computed = computedColumns(draft)
  const treePage = batch.tree.get(pageId)
  if (!treePage) throw new Error(`page ${pageId} is written but not in the tree`)
  const hasNewBody = documents.has(pageId)
  const kept = <Value>(changed: Value | undefined, before: Value | undefined) =>
    changed === undefined ? before : changed
  return {
    pageId,
    type,
    title,
    parentId: treePage.parentId,
    position: treePage.position,
    slug: treePage.slug,
    emoji: kept(fields.emoji, stored?.emoji),
    icon: kept(fields.icon, stored?.icon),
    description: kept(fields.description, stored?.description),
    hidden: kept(fields.hidden, stored?.hidden) ?? false,
    noIndex: kept(fields.noIndex, stored?.noIndex) ?? false,
    noRobotsIndex: kept(fields.noRobotsIndex, stored?.noRobotsIndex) ?? false,
    layout: (kept(fields.layout, stored?.layout as object) ?? undefined) as Prisma.InputJsonValue | undefined,
    cover: (kept(coverOf(batch, draft, files), stored?.cover as object) ?? undefined) as
      | Prisma.InputJsonValue
      | undefined,
    target: (target ?? stored?.target ?? undefined) as Prisma.InputJsonValue | undefined,
    ...computed,
    documentId: computed.computed || hasNewBody ? documents.get(pageId)?.id : stored?.documentId,
    frontMatter: withVariables(kept(fields.frontMatter, stored?.frontMatter), fields.variables),
    heading: kept(fields.heading, stored?.heading),
    // The page still has its path in the repository, but its text differs from the git object at that path.
    gitOid: hasNewBody ? null : stored?.gitOid,
    gitPath: stored?.gitPath,
    createdAt,
    updatedAt: batch.createdAt,
  }
}

/** Returns the computed source of the page; a body of its own replaces the source. */
function computedColumns({ pageId, type, computed, fields, stored }: DraftPage) {
  if (computed) {
    const seed = type === 'DOCUMENT' ? pageId : undefined
    return { computed: computed as Prisma.InputJsonValue, computedSeed: seed }
  }
  if (fields.body || stored?.computed == null) return { computed: undefined, computedSeed: undefined }
  return { computed: stored.computed as Prisma.InputJsonValue, computedSeed: stored.computedSeed }
}

/** Returns the cover from front matter if it is a file or an HTTP URL. */
function coverOf(batch: PageBatch, draft: DraftPage, files: readonly PreparedFile[]): object | undefined {
  const { cover } = draft.fields
  if (!cover) return undefined
  const address = resolverOf(batch, files)(draft.pageId, cover.address) ?? cover.address
  const ref = parseContentRef(address)
  if (ref.kind === 'file') return { ref, yPos: cover.yPos }
  return ref.kind === 'url' && /^https?:\/\//i.test(ref.url) ? { ref, yPos: cover.yPos } : undefined
}
