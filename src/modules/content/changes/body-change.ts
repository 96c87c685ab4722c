import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Body } from '../../../formats/body/documents.ts'
import { type Context, oneAtATime } from '../../../request/context.ts'
import { changedPage } from '../changed-pages.ts'
import { contentLoaders } from '../loaders.ts'
import type { RevisionComparison } from '../revision-changes.ts'
import type { ContentChangeRecord } from './compare-content.ts'
import { differencesOf, isShortText, type LineDifferences } from './line-hunks.ts'

export interface ComparedBody extends Body {
  readonly revisionId: string
}

/** The body of a document or reusable content before and after a change, each read when it is asked for. */
export interface BodyChange {
  /** Null if the change created it. */
  before(): Promise<ComparedBody | null>
  /** Null if the change deleted it. */
  after(): Promise<ComparedBody | null>
  /** Undefined for bodies that are too large to be compared. */
  differences(): Promise<LineDifferences | undefined>
}

/** Returns the change of a body; null for a change that concerns none. */
export async function bodyChangeOf(
  context: Context,
  record: ContentChangeRecord,
  comparison: RevisionComparison,
): Promise<BodyChange | null> {
  if (!concernsBody(record)) return null
  const { before: earlierRevision, after: laterRevision } = comparison
  const isCreated = record.kind.endsWith('_CREATED')
  const isDeleted = record.kind.endsWith('_DELETED')
  const readerIn = ({ id }: { readonly id: string }) => bodyReader(context, record, comparison, id)
  const [readBefore, readAfter] = await Promise.all([
    isCreated || earlierRevision === null ? null : readerIn(earlierRevision),
    isDeleted ? null : readerIn(laterRevision),
  ])
  if (!readBefore && !readAfter) return null
  const before = async () => (await readBefore?.()) ?? null
  const after = async () => (await readAfter?.()) ?? null
  let differences: Promise<LineDifferences | undefined> | undefined
  const compare = async () => {
    const bodies = await Promise.all([before(), after()])
    const [earlier, later] = bodies.map((body) => body?.markdown ?? '') as [string, string]
    if (isShortText(earlier) && isShortText(later)) return differencesOf(earlier, later)
    return oneAtATime(context, async () => {
      // Requests of others are answered between two comparisons.
      await yieldToEventLoop()
      return differencesOf(earlier, later)
    })
  }
  return {
    before,
    after,
    differences: () => {
      differences ??= compare()
      return differences
    },
  }
}

function concernsBody({ object, kind, attributes }: ContentChangeRecord): boolean {
  if (object === 'FILE' || kind === 'PAGE_MOVED') return false
  return !kind.endsWith('_EDITED') || attributes?.some(({ name }) => name === 'document') === true
}

/** Returns a function that reads the body in a revision; null for a page that is not a document. */
async function bodyReader(
  context: Context,
  { object, objectId }: ContentChangeRecord,
  comparison: RevisionComparison,
  revisionId: string,
): Promise<(() => Promise<ComparedBody>) | null> {
  const inRevision = async (body: Promise<Body>) => ({ ...(await body), revisionId })
  const { pages, bodies, reusableContents, documents } = contentLoaders(context)
  if (object === 'PAGE') {
    const known = changedPage(comparison, revisionId, objectId)
    const page = known ?? (await pages.load({ revisionId, pageId: objectId }))
    return page?.type === 'DOCUMENT' ? () => inRevision(bodies.load(page)) : null
  }
  const content = await reusableContents.load({ revisionId, id: objectId })
  return content && (() => inRevision(documents.load(content.documentId ?? '')))
}
