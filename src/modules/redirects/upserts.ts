import { type AppError, invalidInput } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteRedirect } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { keyOf, readAt, type WrittenRedirect, writeRedirects } from './bulk.ts'
import { cyclesOf, type PlannedRedirect } from './chains.ts'
import { type DestinationInput, readDestinations } from './destinations.ts'
import { maximumRedirects } from './limits.ts'
import { normalizedSource } from './paths.ts'
import { shownRedirects } from './policy.ts'
import { conflict } from './reasons.ts'
import type { Destination } from './targets.ts'

/** Whether the redirect that acts or the draft is written or deleted, or the draft made to act. */
export type UpsertIntent = 'LIVE' | 'DRAFT' | 'PUBLISH'

export interface UpsertRedirect {
  source: string
  /** Default: LIVE. */
  intent?: UpsertIntent | null
  includesCapturedPath?: boolean | null
  isPermanent?: boolean | null
  /** Null deletes the redirect. */
  destination?: DestinationInput | null
}

export interface UpsertResult {
  readonly status: 'CREATED' | 'UPDATED' | 'DELETED' | 'PUBLISHED' | 'ERROR'
  readonly source: string
  readonly draft: boolean
  readonly redirectId: string | null
  /** Null if it is deleted, or for an error. */
  readonly redirect: SiteRedirect | null
  readonly error: string | null
}

/** A change of redirects, in the order of the input. */
interface Change {
  readonly index: number
  readonly status: Exclude<UpsertResult['status'], 'ERROR'>
  readonly key: string
  readonly written: WrittenRedirect | null
  /** The id of a redirect that goes. */
  readonly removed: string | null
}

/** The redirects with the sources of the input, and those of them that the viewer may read. */
interface Known {
  readonly byKey: ReadonlyMap<string, SiteRedirect>
  readonly shown: ReadonlySet<string>
  readonly count: number
}

/**
 * Creates, replaces, deletes and publishes redirects, each by itself: what is wrong with one is told in its result, and does
 * not keep the others.
 */
export async function upsertRedirects(
  context: Context,
  address: SiteAddress,
  given: readonly UpsertRedirect[],
): Promise<{ siteRedirectResults: UpsertResult[]; site: Site }> {
  const inputs = given.map((input) => ({ ...input, source: normalizedSource(input.source) }))
  const sources = inputs.map(({ source }) => source)
  return changeSite(context, address, async (transaction, site) => {
    const known = await readKnown(context, transaction, site, sources)
    const read = await readChanges(context, transaction, site, inputs, known)
    const planned = withinCapacity(read, known.count)
    const faults = new Map(
      planned.flatMap((one, index) => (one instanceof Error ? [[index, one] as const] : [])),
    )
    const changes = planned.filter((one): one is Change => !(one instanceof Error))
    const accepted = await withoutCycles(context, transaction, site, changes, faults)
    await carryOut(transaction, site.id, accepted)
    const rows = await readAt(transaction, site.id, sources)
    const results = new Map(accepted.map((change) => [change.index, resultOf(change, rows)]))
    const told = inputs.map(({ source, intent }, index): UpsertResult => {
      const error = faults.get(index)?.message ?? null
      const outcome = results.get(index) ?? { status: 'ERROR', redirectId: null, redirect: null }
      return { ...outcome, source, draft: intent === 'DRAFT', error }
    })
    return { siteRedirectResults: told, site }
  })
}

function resultOf({ status, key, removed }: Change, rows: ReadonlyMap<string, SiteRedirect>) {
  const redirect = status === 'DELETED' ? null : (rows.get(key) ?? null)
  return { status, redirect, redirectId: redirect?.id ?? removed }
}

async function readKnown(
  context: Context,
  transaction: Transaction,
  { id: siteId }: Site,
  sources: readonly string[],
): Promise<Known> {
  const byKey = await readAt(transaction, siteId, sources)
  const ids = [...byKey.values()].map(({ id }) => id)
  const shown = await transaction.siteRedirect.findMany({
    where: { AND: [{ id: { in: ids } }, shownRedirects(viewerOf(context))] },
    select: { id: true },
  })
  const count = await transaction.siteRedirect.count({ where: { siteId } })
  return { byKey, shown: new Set(shown.map(({ id }) => id)), count }
}

async function readChanges(
  context: Context,
  transaction: Transaction,
  site: Site,
  inputs: readonly UpsertRedirect[],
  known: Known,
): Promise<(Change | AppError)[]> {
  const named = inputs.flatMap(({ destination, intent }, index) =>
    destination && intent !== 'PUBLISH' ? [{ input: destination, member: 'destination', index }] : [],
  )
  const read = await readDestinations(transaction, viewerOf(context), site.id, named)
  const destinations = new Map(named.map(({ index }, n) => [index, read[n] as Destination | AppError]))
  const taken = new Set<string>()
  return inputs.map((input, index) => {
    const keys = keysOf(input)
    if (keys.some((key) => taken.has(key))) return invalidInput('source', 'occurs twice in this request')
    for (const key of keys) taken.add(key)
    const destination = destinations.get(index)
    return destination instanceof Error ? destination : changeOf(input, index, destination, known)
  })
}

const keysOf = ({ source, intent }: UpsertRedirect): string[] =>
  intent === 'PUBLISH' ? [keyOf(source, false), keyOf(source, true)] : [keyOf(source, intent === 'DRAFT')]

function changeOf(
  { source, intent, destination: given, includesCapturedPath, isPermanent }: UpsertRedirect,
  index: number,
  destination: Destination | undefined,
  { byKey, shown }: Known,
): Change | AppError {
  const draft = intent === 'DRAFT'
  const key = keyOf(source, draft)
  const before = byKey.get(key)
  const ownDraft = byKey.get(keyOf(source, true))
  if (intent === 'PUBLISH') {
    if (!ownDraft || !shown.has(ownDraft.id)) return invalidInput('source', 'has no draft of a redirect')
    const written = { ...ownDraft, id: before?.id ?? ownDraft.id, draft: false }
    return { index, key, status: 'PUBLISHED', written, removed: before ? ownDraft.id : null }
  }
  if (given === null) {
    if (!before || !shown.has(before.id))
      return invalidInput('source', draft ? 'has no draft of a redirect' : 'has no redirect')
    return { index, key, status: 'DELETED', written: null, removed: before.id }
  }
  if (!destination)
    return invalidInput('destination', 'is required: where the redirect leads, or null to delete it')
  const written = {
    ...destination,
    id: before?.id,
    source,
    draft,
    captureWildcard: includesCapturedPath ?? false,
    permanent: isPermanent ?? before?.permanent ?? false,
  }
  return { index, key, status: before ? 'UPDATED' : 'CREATED', written, removed: null }
}

/** Refuses the new redirects that are too many for the site, in the order of the input. */
function withinCapacity(changes: readonly (Change | AppError)[], count: number): (Change | AppError)[] {
  let left = maximumRedirects - count
  for (const change of changes) if (!(change instanceof Error) && change.removed !== null) left += 1
  return changes.map((change) => {
    if (change instanceof Error || change.status !== 'CREATED') return change
    left -= 1
    return left < 0 ? conflict('TOO_MANY_REDIRECTS', { maximum: maximumRedirects }) : change
  })
}

/**
 * Returns the changes without those that would form a cycle, whose errors it adds. The others are looked at again: they may
 * have only led into such a cycle, or form one with a redirect that stays as it was.
 */
async function withoutCycles(
  { config }: Context,
  transaction: Transaction,
  site: Site,
  changes: readonly Change[],
  faults: Map<number, AppError>,
): Promise<readonly Change[]> {
  for (let accepted = changes; ; ) {
    const planned = accepted.flatMap(({ written, index }) =>
      written && !written.draft ? [{ ...written, member: 'destination', index }] : [],
    )
    const removed = accepted.flatMap((change) => change.removed ?? [])
    const found = await cyclesOf(transaction, { config, site }, planned, removed)
    if (found.size === 0) return accepted
    const within = [...found].filter(([, { isWithin }]) => isWithin)
    for (const [redirect, { error }] of within.length > 0 ? within : found)
      faults.set((redirect as PlannedRedirect & { readonly index: number }).index, error)
    accepted = accepted.filter(({ index }) => !faults.has(index))
  }
}

async function carryOut(transaction: Transaction, siteId: string, changes: readonly Change[]): Promise<void> {
  const removed = changes.flatMap((change) => change.removed ?? [])
  await transaction.siteRedirect.deleteMany({ where: { id: { in: removed } } })
  await writeRedirects(
    transaction,
    siteId,
    changes.flatMap(({ written }) => written ?? []),
  )
}
