import type { Database } from '../../../database/client.ts'
import type { Site, SiteSpace, Space } from '../../../generated/prisma/client.ts'
import type { Target } from '../../redirects/targets.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { type Part, type PathStructure, partAt } from './path-resolution.ts'
import { withDefault } from './visible-structure.ts'

// What a path leads to depends on few parts of a site. They are found by indexes, however many parts the site has. What is
// visible follows the rules of `visibleStructure`.

/** A site-space that a path may lead to. */
export type SiteSpaceAtPath = Part & Pick<SiteSpace, 'id' | 'spaceId'> & Pick<Space, 'revisionId'>

/** A section that a path may lead to, with site-spaces only if the path leads into it. */
export interface SectionAtPath extends Part {
  readonly id: string
  readonly siteSpaces: readonly SiteSpaceAtPath[]
}

/** Reads parts of a site that are visible to a visitor. */
export interface VisibleParts {
  /** Returns parts for which `resolvePath` returns the same at the path as for all visible parts. */
  at(segments: readonly string[]): Promise<PathStructure<SectionAtPath, SiteSpaceAtPath>>
  /** Returns whether the section or site-space that a redirect leads to is visible. An address elsewhere always is. */
  show(target: Pick<Target, 'sectionId' | 'siteSpaceId' | 'url'>): Promise<boolean>
}

/** Returns what reads the visible parts of a site, after it has read the conditions of all parts that have one. */
export async function visibleParts(
  { query }: Pick<Database, 'query'>,
  { id: siteId }: Pick<Site, 'id'>,
  { claims }: Visitor,
): Promise<VisibleParts> {
  const conditions = await query<{ condition: string }>(conditionsOfSite, [siteId])
  const holding = conditions.flatMap(({ condition }) => (conditionHolds(condition, claims) ? condition : []))
  const siteSpacesAt = (sectionId: string | null, segment: string | undefined) =>
    query<SiteSpaceAtPath>(sectionId === null ? rootAt : siteSpacesInSectionAt, [
      sectionId ?? siteId,
      holding,
      segment ?? null,
    ])
  return {
    async at(segments) {
      const found = await query<Part & { id: string }>(sectionsAt, [siteId, holding, segments[0] ?? null])
      const sections = withDefault(found).map((section) => ({ ...section, siteSpaces: [] }))
      const taken = partAt(sections, segments[0])
      if (!taken) return { sections, root: withDefault(await siteSpacesAt(null, segments[0])) }
      const siteSpaces = withDefault(await siteSpacesAt(taken.part.id, segments[taken.named ? 1 : 0]))
      return {
        sections: sections.map((section) => (section === taken.part ? { ...section, siteSpaces } : section)),
        root: [],
      }
    },
    async show({ sectionId, siteSpaceId, url }) {
      if (url !== null) return true
      const [text, id] = siteSpaceId === null ? [sectionById, sectionId] : [siteSpaceById, siteSpaceId]
      return (await query(text, [siteId, holding, id])).length > 0
    },
  }
}

/** SQL: the conditions of the parts of a site that decide where paths lead. */
const conditionsOfSite = `
  SELECT condition FROM "SiteSection" WHERE "siteId" = $1 AND condition IS NOT NULL
  UNION SELECT condition FROM "SiteSpace" WHERE "siteId" = $1 AND condition IS NOT NULL`

/** Returns the SQL condition for a part to be no draft, and to have no condition but one that holds for the visitor. */
const isShown = (part: string) =>
  `NOT ${part}.draft AND (${part}.condition IS NULL OR ${part}.condition = ANY($2::text[]))`

/**
 * SQL: the shown site-spaces `p` whose space `o` is not deleted, and that match a condition. OFFSET 0 here and below keeps the
 * planner from reading the parts of all sites for those of a large one.
 */
const siteSpaces = (condition: string) => `FROM "SiteSpace" p
    CROSS JOIN LATERAL (
      SELECT o."revisionId" FROM "Space" o WHERE o.id = p."spaceId" AND o."deletedAt" IS NULL OFFSET 0) o
    WHERE ${condition} AND ${isShown('p')}`

/** Returns the SQL condition for none of the groups that a section `s` is in to be a draft. */
const isInOpenGroups = `NOT EXISTS (
    WITH RECURSIVE above AS (
      SELECT g.draft, g."groupId" FROM "SiteSectionGroup" g WHERE g.id = s."groupId"
      UNION ALL SELECT g.draft, g."groupId" FROM above a JOIN "SiteSectionGroup" g ON g.id = a."groupId")
    SELECT FROM above WHERE draft)`

/** SQL: the visible sections `s` of the site. */
const sections = `FROM "SiteSection" s WHERE s."siteId" = $1 AND ${isShown('s')} AND ${isInOpenGroups}
    AND EXISTS (SELECT ${siteSpaces('p."sectionId" = s.id')} OFFSET 0)`

/**
 * Returns SQL for what a path may lead to among parts: the one that has the segment as its path, the default, and the first two,
 * because the first takes the place of a default that is not visible, and the second tells whether there are others.
 */
const chosen = (columns: string, part: string, rows: string) => `
  SELECT * FROM (
    (SELECT ${columns} ${rows} AND ${part}.path = $3 LIMIT 1)
    UNION (SELECT ${columns} ${rows} AND ${part}."isDefault" LIMIT 1)
    UNION (SELECT ${columns} ${rows} ORDER BY ${part}.position, ${part}.id LIMIT 2)) chosen
  ORDER BY position, id`

const columnsOfPart = (part: string) =>
  ['id', 'path', 'isDefault', 'position'].map((column) => `${part}."${column}"`).join(', ')

const sectionsAt = chosen(columnsOfPart('s'), 's', sections)
const columnsOfSiteSpace = `${columnsOfPart('p')}, p."spaceId", o."revisionId"`
const siteSpacesInSectionAt = chosen(columnsOfSiteSpace, 'p', siteSpaces('p."sectionId" = $1'))
const rootAt = chosen(columnsOfSiteSpace, 'p', siteSpaces('p."siteId" = $1 AND p."sectionId" IS NULL'))

const sectionById = `SELECT s.id ${sections} AND s.id = $3`
const siteSpaceById = `SELECT p.id ${siteSpaces(`p.id = $3 AND p."siteId" = $1
  AND (p."sectionId" IS NULL OR EXISTS (SELECT ${sections} AND s.id = p."sectionId"))`)}`
