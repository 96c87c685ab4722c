import { decodedText } from '../../../base/decoded-text.ts'
import { AnchorTargets } from '../../../formats/page/model/anchor-targets.ts'
import { shownDocument } from '../../../formats/page/model/shown-document.ts'
import type { JSONDocument } from '../../../formats/page/types.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { rowsIn } from '../../content/revision-rows.ts'
import { shownTo } from '../../content/shown-markdown.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visit } from '../visits/visit.ts'
import { readWholeBodies } from './page-bodies.ts'
import type { WholeBody } from './visible-body.ts'

/** Maximum pages of which one text needs the sections. The links to those of others stay as they are written. */
const maximumPages = 200

/** Matches references to sections, of which some show the title of the section: mentions, links in the place of blocks, cells. */
const reference = /((?:url|href)=")?\/pages\/([A-Za-z0-9._~%-]+)#([^\s()<>"'\]]+)(>?\s+"mention")?/g

/**
 * Reads the sections of pages that texts refer to where an anchor is not one of the page, or where its title is shown: by page,
 * as the visitor is shown them. Pages with the anchors that links name are not parsed.
 */
export async function readTargetSections(
  visit: Visit,
  {
    revisionId,
    pageOf,
  }: { readonly revisionId: string; readonly pageOf: (id: string) => LocatedPage | undefined },
  texts: readonly string[],
): Promise<Map<string, AnchorTargets>> {
  const { anchors, titled } = sectionsIn(texts)
  if (anchors.size === 0) return new Map()
  const needed = new Set([...titled, ...(await pagesWithoutAnchors(visit, revisionId, anchors))])
  const pages = [...needed].slice(0, maximumPages).flatMap((id) => pageOf(id) ?? [])
  if (pages.length === 0) return new Map()
  const bodies = await readWholeBodies(visit.services.database.query, pages)
  const sections = await Promise.all(
    bodies.map(async (whole) => AnchorTargets.of(await sectionsFor(visit, whole))),
  )
  return new Map(pages.map(({ pageId }, index) => [pageId, sections[index] as AnchorTargets]))
}

/** The references to sections in texts. */
interface WantedSections {
  /** The anchors that are named, by page. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** The pages of which the title of a section is shown. */
  readonly titled: ReadonlySet<string>
}

function sectionsIn(texts: readonly string[]): WantedSections {
  const anchors = new Map<string, Set<string>>()
  const titled = new Set<string>()
  for (const text of texts)
    for (const [, attribute, page = '', anchor = '', mention] of text.matchAll(reference)) {
      anchors.set(page, (anchors.get(page) ?? new Set()).add(decodedText(anchor)))
      if (attribute || mention) titled.add(page)
    }
  return { anchors, titled }
}

/** Returns the pages that lack one of the anchors. */
async function pagesWithoutAnchors(
  { services }: Visit,
  revisionId: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<string[]> {
  const rows = await services.database.query<{ pageId: string; anchors: string[] }>(
    `SELECT v."pageId", d.anchors FROM "Revision" r
     CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', 'v."pageId" = ANY($2::text[])')} v
     JOIN "Document" d ON d.id = v."documentId" WHERE r.id = $1`,
    [revisionId, [...wanted.keys()]],
  )
  return rows.flatMap(({ pageId, anchors }) => {
    const known = new Set(anchors)
    return [...(wanted.get(pageId) ?? [])].every((anchor) => known.has(anchor)) ? [] : [pageId]
  })
}

async function sectionsFor(
  { claims, site }: Visit,
  { body, reusable, variables }: WholeBody,
): Promise<JSONDocument> {
  const trees = new Map(
    await Promise.all([...reusable].map(async ([id, one]) => [id, await documentOf(one, site.id)] as const)),
  )
  return shownDocument(await documentOf(body, site.id), {
    ...shownTo((condition) => conditionHolds(condition, claims), claims, variables),
    reusable: (id) => trees.get(id),
  })
}
