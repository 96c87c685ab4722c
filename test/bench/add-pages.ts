import type { ConnectedDatabase } from '../../src/database/client.ts'
import { withPatientConnection } from '../../src/database/sessions.ts'
import { keepAllLinks, readDocumentLinks } from '../../src/modules/links/jobs.ts'
import { indexSpaces } from '../../src/modules/search/jobs.ts'

export const pagesPerSpace = 50

/** The spaces that are in memory together while their pages are indexed. */
const spacesPerStep = 40

/**
 * Adds spaces with pages to an organization, with words that are in every page, in a twentieth and in one of each space.
 * The pages are written by SQL as if by a build that indexed nothing; the jobs of the server index their links and words.
 */
export async function addPages(
  database: ConnectedDatabase,
  organizationId: string,
  { first, last }: { readonly first: number; readonly last: number },
  report: (pages: number) => void,
): Promise<void> {
  for (let from = first; from <= last; from += spacesPerStep) {
    const to = Math.min(last, from + spacesPerStep - 1)
    await writeSpaces(database, organizationId, from, to)
    await Promise.all([indexLinks(database), indexSpaces(database, () => {})])
    report((to - first + 1) * pagesPerSpace)
  }
}

async function indexLinks(database: ConnectedDatabase): Promise<void> {
  await readDocumentLinks(database, { error: fail })
  await keepAllLinks(database)
}

const fail = (message: string) => {
  throw new Error(message)
}

/** The body of page p of space n, which links to another page, to a site and to a heading of its own. */
const body = `'Constant words of page ' || p || ' of space ' || n || ', see [another page](/pages/paggrown' || n || 'x' || (p + ${pagesPerSpace - 2}) % ${pagesPerSpace} + 1
  || ').' || CASE WHEN (n + p) % 20 = 0 THEN ' Often.' ELSE '' END || E'\\n\\n## Details\\n\\n'
  || (SELECT string_agg('word' || abs(hashtext(n || 'x' || p || 'x' || w)) % 2000, ' ') FROM generate_series(1, 40) w)
  || E'\\n\\n## Further reading\\n\\nOn [a site](https://example.com/' || p || ') and [above](#details).'`

const documentId = `'doc' || encode(sha256(convert_to('markdown', 'UTF8') || '\\x00'::bytea || convert_to(markdown, 'UTF8')), 'hex')`

async function writeSpaces(
  { pool }: ConnectedDatabase,
  organizationId: string,
  first: number,
  last: number,
): Promise<void> {
  const spaces = `generate_series(${first}, ${last}) n`
  await withPatientConnection(pool, async (client) => {
    await client.query('BEGIN')
    // As a replica, the server neither checks references nor runs triggers.
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of [
      `INSERT INTO "Space" (id, "organizationId", title, emoji, position, ancestors, "revisionId", "searchedAt")
       SELECT 'spcgrown' || n, '${organizationId}', 'Grown ' || n, '📄', 'c' || lpad(n::text, 6, '0') || 'V', '{}', 'revgrown' || n, NULL
       FROM ${spaces}`,
      `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
       SELECT 'brngrown' || n, 'spcgrown' || n, 'MAIN', 1 FROM ${spaces}`,
      `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
       SELECT 'revgrown' || n, 'spcgrown' || n, 'brngrown' || n, 1, 'EDITS', '{}' FROM ${spaces}`,
      `WITH body AS MATERIALIZED (
         SELECT n, p, ${body} AS markdown FROM ${spaces} CROSS JOIN generate_series(1, ${pagesPerSpace}) p),
       document AS (
         INSERT INTO "Document" (id, markdown, "linksReadAt") SELECT ${documentId}, markdown, NULL FROM body ON CONFLICT DO NOTHING)
       INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug,
         "documentId", "createdAt", "updatedAt")
       SELECT 'pgvgrown' || n || 'x' || p, 'brngrown' || n, 'paggrown' || n || 'x' || p, 1, 'DOCUMENT',
         CASE WHEN p > 10 THEN 'paggrown' || n || 'x' || p % 10 + 1 END, 'a' || lpad(p::text, 3, '0') || 'V', 'Page rare' || p,
         'page-' || p, ${documentId}, now(), now()
       FROM body`,
    ])
      await client.query(statement)
    await client.query('COMMIT')
  })
}
