import { newId } from '../../src/identifiers.ts'
import type { TestApp } from '../support/app.ts'
import { budget } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

export const size = {
  spaces: 1_000,
  pagesPerSpace: budget(8, 50),
  sites: 100,
  sectionsPerSite: 5,
  siteSpacesPerSection: 2,
  changeRequestsPerSpace: 2,
  commentsOfFirstSpace: budget(1_000, 5_000),
  commentsPerOtherSpace: budget(4, 20),
}

/**
 * An organization of 1,000 spaces with 8,000 or, in a long run, 50,000 pages and 100 sites, and a second one as large beside it, so that an
 * index that does not lead to the organization does not do. Written by SQL, which takes seconds.
 */
export async function buildLargeOrganization(app: TestApp) {
  const organization = await buildOrganization(app, { title: 'Large' })
  const other = await buildOrganization(app, { title: 'Other' })
  for (const { id } of [organization, other]) await fill(app, id)
  await addSmallOrganizations(app)
  for (const statement of counts) await app.database.pool.query(statement)
  await app.database.pool.query('ANALYZE')
  return organization
}

/** Many organizations with content of their own, so that what one of them has is a small part of all. */
async function addSmallOrganizations(app: TestApp): Promise<void> {
  const key = newId('Organization').slice(3)
  const perOrganization = 'generate_series(1, 30) n, generate_series(1, 100) s'
  await inTransaction(app, [
    `INSERT INTO "Organization" (id, title) SELECT 'org${key}' || n, 'Small ' || n FROM generate_series(1, 30) n`,
    `INSERT INTO "Member" (id, "organizationId", "userId", role)
     SELECT 'mem${key}' || n || u.id, 'org${key}' || n, u.id, 'READ' FROM generate_series(1, 30) n, "User" u
     WHERE abs(hashtext(u.id)) % 30 = n - 1`,
    `INSERT INTO "Site" (id, "organizationId", title)
     SELECT 'sit${key}' || n || 'x' || s, 'org${key}' || n, 'Site ' || s FROM ${perOrganization}`,
    `INSERT INTO "Collection" (id, "organizationId", title, position, ancestors)
     SELECT 'col${key}' || n || 'x' || s, 'org${key}' || n, 'Collection ' || s, 'b' || s, '{}' FROM ${perOrganization}`,
    `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", ancestors)
     SELECT 'spc${key}' || n || 'x' || s, 'org${key}' || n, 'Space ' || s, '📄', 'a' || s, 'rev${key}' || n || 'x' || s, '{}'
     FROM ${perOrganization}`,
    `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
     SELECT 'brn${key}' || n || 'x' || s, 'spc${key}' || n || 'x' || s, 'MAIN', 1 FROM ${perOrganization}`,
    `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
     SELECT 'rev${key}' || n || 'x' || s, 'spc${key}' || n || 'x' || s, 'brn${key}' || n || 'x' || s, 1, 'EDITS', '{}'
     FROM ${perOrganization}`,
    ...changeRequestsOf(key, `(SELECT n || 'x' || s FROM ${perOrganization})`),
  ])
}

/** Statements for the change requests of spaces, of whose ids `spaces` selects the last parts. */
function changeRequestsOf(key: string, spaces: string): string[] {
  const all = `${spaces} spaces(n) CROSS JOIN generate_series(1, ${size.changeRequestsPerSpace}) c`
  return [
    `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence", "baseBranchId", "baseSequence")
     SELECT 'brn${key}' || n || 'c' || c, 'spc${key}' || n, 'CHANGE_REQUEST', 1, 'brn${key}' || n, 1 FROM ${all}`,
    `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, "baseBranchId", "baseSequence", type, parents)
     SELECT 'rev${key}' || n || 'c' || c, 'spc${key}' || n, 'brn${key}' || n || 'c' || c, 1, 'brn${key}' || n, 1,
       'EDITS', ARRAY['rev${key}' || n]
     FROM ${all}`,
    `INSERT INTO "ChangeRequest" (id, "spaceId", "organizationId", number, status, subject, "createdById", "branchId",
       "revisionId", "revisionInitialId", "updatedAt")
     SELECT 'chr${key}' || n || 'c' || c, s.id, s."organizationId", c,
       (ARRAY['OPEN', 'DRAFT']::"ChangeRequestStatus"[])[c], 'Proposal ' || c, u.id,
       'brn${key}' || n || 'c' || c, 'rev${key}' || n || 'c' || c, 'rev${key}' || n,
       now() - u.number * interval '1 minute'
     FROM ${all} JOIN "Space" s ON s.id = 'spc${key}' || n
     JOIN LATERAL (SELECT abs(hashtext(s.id || c)) % 1000 AS number) h ON true
     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM "User" LIMIT 1000) u USING (number)`,
    `INSERT INTO "RequestedReviewer" (id, "changeRequestId", "userId", "revisionId")
     SELECT replace(id, 'chr', 'rqr'), id, "createdById", "revisionId" FROM "ChangeRequest"
     WHERE id LIKE 'chr${key}%'`,
  ]
}

/** The counts that triggers would maintain row by row. */
const counts = [
  `UPDATE "Space" SET "openComments" = number
   FROM (SELECT "spaceId", count(*) AS number FROM "Comment" GROUP BY 1) counted WHERE id = "spaceId"`,
  `UPDATE "Space" SET "changeRequestsTotal" = number, "changeRequestsOpen" = open, "changeRequestsDraft" = number - open
   FROM (SELECT "spaceId", count(*) AS number, count(*) FILTER (WHERE status = 'OPEN') AS open
         FROM "ChangeRequest" GROUP BY 1) counted WHERE id = "spaceId"`,
  `UPDATE "Site" SET "siteSpaceCount" = number
   FROM (SELECT "siteId", count(*) AS number FROM "SiteSpace" GROUP BY 1) counted WHERE id = "siteId"`,
]

/** One transaction, because a space and its first revision refer to each other. */
async function inTransaction(
  app: TestApp,
  statements: readonly string[],
  organizationId?: string,
): Promise<void> {
  const client = await app.database.pool.connect()
  try {
    // As a replica, the server neither checks references nor runs triggers.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    for (const statement of statements)
      await client.query(statement, statement.includes('$1') ? [organizationId] : [])
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

async function fill(app: TestApp, organizationId: string): Promise<void> {
  // Ids only have to be unique and of the right form here.
  const key = newId('Space').slice(3)
  const statements: string[] = [
    `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", ancestors)
     SELECT 'spc${key}' || n, $1, 'Space ' || n, '📄', 'a' || lpad(n::text, 6, '0'), 'rev${key}' || n, '{}'
     FROM generate_series(1, ${size.spaces}) n`,
    `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
     SELECT 'brn${key}' || n, 'spc${key}' || n, 'MAIN', 1 FROM generate_series(1, ${size.spaces}) n`,
    `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
     SELECT 'rev${key}' || n, 'spc${key}' || n, 'brn${key}' || n, 1, 'EDITS', '{}'
     FROM generate_series(1, ${size.spaces}) n`,
    `INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, position, title, slug, "createdAt", "updatedAt")
     SELECT 'pgv${key}' || n || 'x' || p, 'brn${key}' || n, 'pag${key}' || n || 'x' || p, 1, 'DOCUMENT',
       'a' || lpad(p::text, 4, '0'), 'Page ' || p, 'page-' || p, now(), now()
     FROM generate_series(1, ${size.spaces}) n, generate_series(1, ${size.pagesPerSpace}) p`,
    `INSERT INTO "Collection" (id, "organizationId", title, position, ancestors)
     SELECT 'col${key}' || n, $1, 'Collection ' || n, 'b' || lpad(n::text, 6, '0'), '{}'
     FROM generate_series(1, 300) n`,
    `INSERT INTO "Site" (id, "organizationId", title)
     SELECT 'sit${key}' || n, $1, 'Site ' || n FROM generate_series(1, ${size.sites}) n`,
    `INSERT INTO "SiteSection" (id, "siteId", title, path, position, "isDefault")
     SELECT 'sec${key}' || n || 'x' || s, 'sit${key}' || n, 'Section ' || s, 'section-' || s, 'a' || s, s = 1
     FROM generate_series(1, ${size.sites}) n, generate_series(1, ${size.sectionsPerSite}) s`,
    `INSERT INTO "SiteSpace" (id, "siteId", "sectionId", "spaceId", path, position, "isDefault")
     SELECT 'ssp${key}' || n || 'x' || s || 'x' || v, 'sit${key}' || n, 'sec${key}' || n || 'x' || s,
       'spc${key}' || (((n - 1) * 10 + (s - 1) * 2 + v - 1) % ${size.spaces} + 1), 'variant-' || v, 'a' || v, v = 1
     FROM generate_series(1, ${size.sites}) n, generate_series(1, ${size.sectionsPerSite}) s,
       generate_series(1, ${size.siteSpacesPerSection}) v`,
    `INSERT INTO "User" (id, "displayName", email)
     SELECT 'usr${key}' || n, 'Person ' || n, 'person-${key}-' || n || '@example.com' FROM generate_series(1, 1000) n`,
    `INSERT INTO "Member" (id, "organizationId", "userId", role, "joinedAt")
     SELECT 'mem${key}' || n, $1, 'usr${key}' || n, 'EDIT', now() - n * interval '1 minute'
     FROM generate_series(1, 1000) n`,
    `INSERT INTO "Comment" (id, "spaceId", "revisionId", markdown, "postedById", "postedAt")
     SELECT 'com${key}' || n, 'spc${key}1', 'rev${key}1', 'Comment ' || n, 'usr${key}' || (n % 1000 + 1),
       now() - n * interval '1 minute'
     FROM generate_series(1, ${size.commentsOfFirstSpace}) n`,
    `INSERT INTO "Comment" (id, "spaceId", "revisionId", markdown, "postedById")
     SELECT 'com${key}' || n || 'x' || c, 'spc${key}' || n, 'rev${key}' || n, 'Comment', 'usr${key}1'
     FROM generate_series(2, ${size.spaces}) n, generate_series(1, ${size.commentsPerOtherSpace}) c`,
    ...changeRequestsOf(key, `generate_series(1, ${size.spaces})`),
  ]
  await inTransaction(app, statements, organizationId)
}
