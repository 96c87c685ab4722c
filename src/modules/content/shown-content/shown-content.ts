import type { ShownContent } from '../../../access/viewer.ts'
import { boundedCache } from '../../../caches/bounded-cache.ts'
import type { RunStatement } from '../../../database/rows.ts'
import type { Body } from '../../../formats/body/documents.ts'
import { shownDocument } from '../../../formats/page/model/shown-document.ts'
import type { ContentRef } from '../../../formats/page/types.ts'
import { sizeOf } from '../../../request/cost.ts'
import { documentOf } from '../page-bodies.ts'
import { rowsInRevision } from '../revision-rows.ts'
import { knownConditions, readBodyMentions, type Showing } from './body-mentions.ts'
import { allMentions, bytesOfId, idsIn, type Mentions, mentionsOfReferences } from './mentions.ts'

/** A page of a revision with what it has beside its title. */
interface PageParts {
  readonly documentId: string | null
  readonly references: readonly ContentRef[]
}

interface RevisionParts {
  readonly pages: readonly PageParts[]
  /** The ids of the bodies of reusable contents, by id. */
  readonly reusable: ReadonlyMap<string, string | null>
}

/** The bytes of a part of a revision, about. */
const bytesOfPart = 200

/** The parts of revisions, which never change, by id of the revision. */
const partsKept = boundedCache<string, RevisionParts>(
  'revisionParts',
  ({ pages, reusable }) => bytesOfPart * (pages.length + reusable.size),
)

/** The conditions in the content of revisions, by id of the revision. */
const conditionsKept = boundedCache<string, readonly string[]>('revisionConditions', (conditions) =>
  sizeOf(conditions),
)

/** The shown content of revisions, by the id of the revision and the conditions that hold. */
const shownKept = boundedCache<string, ShownContent>(
  'shownContent',
  (shown, key) => key.length + bytesOfId * (idsIn(shown) + shown.documents.size),
)

const keyOf = (revisionId: string, conditions: readonly string[], { holds }: Showing): string =>
  `${revisionId} ${JSON.stringify(conditions.filter(holds))}`

function keptContent(showing: Showing, revisionId: string): ShownContent | undefined {
  const conditions = conditionsKept.get(revisionId)
  return conditions && shownKept.get(keyOf(revisionId, conditions, showing))
}

/** The revisions that are being read. Visitors who ask at the same time wait for the first, whose bodies they need as well. */
const reading = new Map<string, Promise<unknown>>()

/**
 * Returns what a visitor is shown of a revision: what its pages refer to, without the parts whose conditions do not hold, and
 * with the reusable contents that the rest includes.
 */
export async function readShownContent(showing: Showing, revisionId: string): Promise<ShownContent> {
  for (;;) {
    const kept = keptContent(showing, revisionId)
    if (kept) return kept
    const other = reading.get(revisionId)
    if (!other) break
    await other.catch(() => {})
  }
  const found = findAndKeep(showing, revisionId)
  reading.set(revisionId, found)
  try {
    return await found
  } finally {
    reading.delete(revisionId)
  }
}

async function findAndKeep(showing: Showing, revisionId: string): Promise<ShownContent> {
  const parts = await partsOf(showing.run, revisionId)
  const shown = await findShownContent(showing, parts)
  // The conditions of a reusable content count also where it is not included: another visitor may be shown it.
  const all = [...shown.documents, ...[...parts.reusable.values()].flatMap((id) => id ?? [])]
  await readBodyMentions(showing, all)
  const conditions = knownConditions(all)
  if (!conditions) return shown
  conditionsKept.set(revisionId, conditions)
  shownKept.set(keyOf(revisionId, conditions, showing), shown)
  return shown
}

async function findShownContent(showing: Showing, { pages, reusable }: RevisionParts): Promise<ShownContent> {
  const documents = new Set(pages.flatMap(({ documentId }) => documentId ?? []))
  const ofBodies = await readBodyMentions(showing, [...documents])
  const found: Mentions[] = [
    mentionsOfReferences(pages.flatMap(({ references }) => references)),
    ...ofBodies.values(),
  ]
  const included = new Set<string>()
  let next = found
  while (next.length > 0) {
    const ids = [...allMentions(next).reusableContents].filter((id) => reusable.has(id) && !included.has(id))
    for (const id of ids) included.add(id)
    const bodies = ids.flatMap((id) => reusable.get(id) ?? [])
    for (const id of bodies) documents.add(id)
    next = [...(await readBodyMentions(showing, bodies)).values()]
    found.push(...next)
  }
  return { ...allMentions(found), reusableContents: included, documents }
}

/** Returns the ids of the bodies of a revision. */
export async function documentsOf(run: RunStatement, revisionId: string): Promise<readonly string[]> {
  const { pages, reusable } = await partsOf(run, revisionId)
  return [...pages.map(({ documentId }) => documentId), ...reusable.values()].flatMap((id) => id ?? [])
}

async function partsOf(run: RunStatement, revisionId: string): Promise<RevisionParts> {
  const kept = partsKept.get(revisionId)
  if (kept) return kept
  const [pages, reusable] = await Promise.all([
    run<PageRow>(pageRows, [revisionId]),
    run<{ reusableId: string; documentId: string | null }>(
      `SELECT v."reusableId", v."documentId" FROM ${rowsInRevision('ReusableContentVersion', '$1')} v`,
      [revisionId],
    ),
  ])
  const parts: RevisionParts = {
    pages: pages.map((row) => ({ documentId: row.documentId, references: referencesOfRow(row) })),
    reusable: new Map(reusable.map(({ reusableId, documentId }) => [reusableId, documentId])),
  }
  partsKept.set(revisionId, parts)
  return parts
}

interface PageRow {
  readonly documentId: string | null
  readonly cover: { readonly ref?: ContentRef; readonly refDark?: ContentRef } | null
  readonly target: ContentRef | null
  readonly spec: string | null
}

const hasParts =
  'v."documentId" IS NOT NULL OR v.cover IS NOT NULL OR v.target IS NOT NULL OR v.computed IS NOT NULL'

const pageRows = `SELECT v."documentId", v.cover, v.target,
    v.computed #>> '{dependencies,spec,ref,spec}' AS spec
  FROM ${rowsInRevision('PageVersion', '$1', `(${hasParts})`)} v`

const referencesOfRow = ({ cover, target, spec }: PageRow): ContentRef[] => [
  ...[cover?.ref, cover?.refDark, target].filter((ref) => ref != null),
  ...(spec === null ? [] : [{ kind: 'openapi' as const, spec }]),
]

/** Returns whether a visitor is shown a text anywhere in what is shown of a revision. */
export async function isTextShown(
  { run, owner, holds }: Showing,
  { documents }: Pick<ShownContent, 'documents'>,
  text: string,
): Promise<boolean> {
  const rows = await run<Body>(
    'SELECT markdown, nodes FROM "Document" WHERE id = ANY($1::text[]) AND position($2 IN markdown) > 0',
    [[...documents], text],
  )
  const searched = JSON.stringify(text).slice(1, -1)
  for (const body of rows) {
    const shown = shownDocument(await documentOf(body, owner), { holds })
    if (JSON.stringify(shown).includes(searched)) return true
  }
  return false
}
