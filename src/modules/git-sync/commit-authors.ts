import type { Config } from '../../base/config.ts'
import { type CommitRecord, listCommits } from '../../git/history.ts'
import { personText } from '../../git/write-commits.ts'
import { lecternAt } from './commit-message.ts'
import type { SyncSession } from './session.ts'

/** The most commits and revisions whose authors are looked up. */
const mostRead = 1000

/** The most authors that are kept and named, and the characters of each. */
const mostNamed = 100
const mostCharacters = 300

const coAuthor = 'Co-authored-by: '

interface RevisionAuthors {
  readonly gitOid: string | null
  readonly gitAuthors: readonly string[]
  readonly name: string | null
  readonly email: string | null
}

/** Returns the trailer that names an author in the message of a commit. */
export const coAuthorTrailer = (author: string): string => `${coAuthor}${author}`

/** Returns who wrote commits, also those whom their messages name. */
export function authorsOf(config: Pick<Config, 'baseUrl'>, commits: readonly CommitRecord[]): string[] {
  const people = commits.map(({ author }) => author).filter(({ email }) => email !== lecternAt(config).email)
  const named = commits.flatMap(({ message }) =>
    message.split('\n').flatMap((line) => (line.startsWith(coAuthor) ? [line.slice(coAuthor.length)] : [])),
  )
  return distinctAuthors([...people.map(personText), ...named])
}

/** Returns who wrote the commits that one has and another has not. */
export const authorsSince = async (
  { copy, config }: Pick<SyncSession, 'copy' | 'config'>,
  commits: { readonly to: string; readonly from: string },
): Promise<string[]> => authorsOf(config, await listCommits(copy, { ...commits, limit: mostRead }))

/**
 * Returns who wrote what a space has and a head of its branch does not, by the revisions of the space: the commits are neither in the
 * copy nor on the server any longer.
 */
export async function authorsOfRevisions(
  { copy, database, space }: SyncSession,
  head: string,
): Promise<string[]> {
  const commits = await listCommits(copy, { to: head, limit: mostRead })
  const known = new Set(commits.map(({ oid }) => oid))
  const revisions = await database.query<RevisionAuthors>(
    `SELECT r."gitOid", r."gitAuthors", u."displayName" AS name, u.email
     FROM "Space" s JOIN "Revision" h ON h.id = s."revisionId" JOIN "Revision" r ON r."branchId" = h."branchId"
     LEFT JOIN "User" u ON u.id = r."createdById"
     WHERE s.id = $1 ORDER BY r.sequence DESC LIMIT ${mostRead}`,
    [space.id],
  )
  const lastKnown = revisions.findIndex(({ gitOid }) => gitOid !== null && known.has(gitOid))
  const beside = lastKnown < 0 ? revisions : revisions.slice(0, lastKnown)
  return distinctAuthors(
    beside.flatMap(({ gitAuthors, name, email }) => [
      ...gitAuthors,
      ...(email === null ? [] : [personText({ name: name ?? email, email })]),
    ]),
  )
}

/** Returns as many authors as are kept, each address once. */
export function distinctAuthors(authors: readonly string[]): string[] {
  const byAddress = new Map<string, string>()
  for (const author of authors) {
    const address = author.slice(author.lastIndexOf('<')).toLowerCase()
    if (author.length <= mostCharacters && !byAddress.has(address)) byAddress.set(address, author)
  }
  return [...byAddress.values()].slice(0, mostNamed)
}
