import type { RunStatement } from '../../database/rows.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { revisionsPerSync } from './limits.ts'
import type { RevisionOfContent } from './space-content.ts'

/** A revision that becomes a commit, with who wrote it. */
export interface RevisionToWrite extends RevisionOfContent, Pick<Revision, 'createdAt' | 'type'> {
  readonly authorName: string | null
  readonly authorEmail: string | null
  /** Who wrote the commits that it takes in, each as `Name <address>`, the last first. */
  readonly gitAuthors: readonly string[]
  /** Of the change request whose merge it is. */
  readonly subject: string | null
  readonly number: number | null
}

const columns = `r.id, r."branchId", r.sequence, r."baseBranchId", r."baseSequence", r.variables, r."createdAt", r.type,
  r."gitAuthors", u."displayName" AS "authorName", u.email AS "authorEmail", c.subject, c.number`

const joined = `"Revision" r LEFT JOIN "User" u ON u.id = r."createdById"
  LEFT JOIN "ChangeRequest" c ON c."revisionMergedId" = r.id`

/** Reads the revisions of a space after one, the oldest first, as many as one sync writes. */
export const revisionsAfter = (
  run: RunStatement,
  { branchId, sequence }: RevisionOfContent,
): Promise<readonly RevisionToWrite[]> =>
  run<RevisionToWrite>(
    `SELECT ${columns} FROM ${joined} WHERE r."branchId" = $1 AND r.sequence > $2::int
     ORDER BY r.sequence LIMIT ${revisionsPerSync}`,
    [branchId, sequence],
  )

export async function revisionById(run: RunStatement, id: string): Promise<RevisionToWrite | undefined> {
  const [found] = await run<RevisionToWrite>(`SELECT ${columns} FROM ${joined} WHERE r.id = $1`, [id])
  return found
}

/** Reads the newest revision of a space. */
export async function headRevision(run: RunStatement, spaceId: string): Promise<RevisionToWrite | undefined> {
  const [found] = await run<RevisionToWrite>(
    `SELECT ${columns} FROM ${joined} JOIN "Space" s ON s."revisionId" = r.id WHERE s.id = $1`,
    [spaceId],
  )
  return found
}
