import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { SiteRedirect } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { assertNoCycles } from './chains.ts'
import { readDestinations, shapeFaultOf } from './destinations.ts'
import { normalizedSource } from './paths.ts'
import { assertCapacity, type CreateRedirect, optionsOf } from './service.ts'
import type { Destination } from './targets.ts'

/** The columns of a redirect to write. One without an id is new. */
export interface WrittenRedirect
  extends Destination,
    Pick<SiteRedirect, 'source' | 'captureWildcard' | 'permanent' | 'draft'> {
  readonly id?: string | undefined
}

/**
 * Writes all redirects or none. One whose source exists, as a draft or not, replaces the existing one. What the input
 * leaves out is false.
 */
export async function setRedirects(
  context: Context,
  address: SiteAddress,
  inputs: readonly CreateRedirect[],
): Promise<SiteRedirect[]> {
  const given = inputs.map(({ destination }, index) => ({
    input: destination,
    member: `redirects.${index}.destination`,
  }))
  for (const fault of given.map(shapeFaultOf)) if (fault) throw fault
  const sources = inputs.map(({ source }) => normalizedSource(source))
  assertDistinct(inputs.map(({ isDraft }, index) => keyOf(sources[index] as string, isDraft ?? false)))
  return changeSite(context, address, async (transaction, site) => {
    const destinations = await readDestinations(transaction, viewerOf(context), site.id, given)
    const written = destinations.map((destination, index): WrittenRedirect & { readonly member: string } => {
      if (destination instanceof Error) throw destination
      return {
        source: sources[index] as string,
        ...destination,
        ...optionsOf(inputs[index] as CreateRedirect),
        member: given[index]?.member as string,
      }
    })
    const planned = written.filter(({ draft }) => !draft)
    await assertNoCycles(transaction, { config: context.config, site }, planned)
    const known = await readAt(transaction, site.id, sources)
    const keys = written.map(({ source, draft }) => keyOf(source, draft))
    await assertCapacity(transaction, site.id, keys.filter((key) => !known.has(key)).length)
    await writeRedirects(
      transaction,
      site.id,
      written.map((row, index) => ({ ...row, id: known.get(keys[index] as string)?.id })),
    )
    const rows = await readAt(transaction, site.id, sources)
    return keys.map((key) => rows.get(key) as SiteRedirect)
  })
}

/** Returns what tells the redirects of a site apart: a draft may have the same source as one that acts. */
export const keyOf = (source: string, draft: boolean) => `${draft ? 'draft' : 'live'} ${source}`

function assertDistinct(keys: readonly string[]): void {
  const first = new Map<string, number>()
  keys.forEach((key, index) => {
    const before = first.get(key)
    if (before !== undefined)
      throw brokenRule(`redirects.${index}.source`, 'SAME_AS_BEFORE', { path: `redirects.${before}.source` })
    first.set(key, index)
  })
}

/** Reads the redirects with these sources, drafts too, by their keys. */
export async function readAt(
  transaction: Transaction,
  siteId: string,
  sources: readonly string[],
): Promise<Map<string, SiteRedirect>> {
  const rows = await transaction.siteRedirect.findMany({ where: { siteId, source: { in: [...sources] } } })
  return new Map(rows.map((row) => [keyOf(row.source, row.draft), row]))
}

export async function writeRedirects(
  transaction: Transaction,
  siteId: string,
  rows: readonly WrittenRedirect[],
): Promise<void> {
  if (rows.length === 0) return
  const text = (name: 'sectionId' | 'siteSpaceId' | 'pageId' | 'url') => rows.map((row) => row[name] ?? '')
  await transaction.query(
    `INSERT INTO "SiteRedirect" (
       id, "siteId", source, "sectionId", "siteSpaceId", "pageId", url, "captureWildcard", permanent, draft)
     SELECT k.id, $1, k.source, nullif(k.section, ''), nullif(k.space, ''), nullif(k.page, ''), nullif(k.url, ''),
       k.captures, k.permanent, k.draft
     FROM unnest(
       $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[],
       $10::boolean[]
     ) AS k(id, source, section, space, page, url, captures, permanent, draft)
     ON CONFLICT (id) DO UPDATE SET
       "sectionId" = excluded."sectionId", "siteSpaceId" = excluded."siteSpaceId", "pageId" = excluded."pageId",
       url = excluded.url, "captureWildcard" = excluded."captureWildcard", permanent = excluded.permanent,
       draft = excluded.draft, "updatedAt" = now()`,
    [
      siteId,
      rows.map(({ id }) => id ?? newId('SiteRedirect')),
      rows.map(({ source }) => source),
      text('sectionId'),
      text('siteSpaceId'),
      text('pageId'),
      text('url'),
      rows.map(({ captureWildcard }) => captureWildcard),
      rows.map(({ permanent }) => permanent),
      rows.map(({ draft }) => draft),
    ],
  )
}
