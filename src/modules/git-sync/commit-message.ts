import { appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import type { CommitPerson } from '../../git/write-commits.ts'
import type { RevisionToWrite } from './written-revisions.ts'

const subjectLength = 72

/** The trailer by which a commit is known as that of a revision. */
export const revisionTrailer = 'Lectern-Revision'

interface MessageParts {
  readonly config: Pick<Config, 'appUrl'>
  readonly spaceId: string
  readonly revision: RevisionToWrite
  /** The titles of the pages that it changes, and the names of other objects. */
  readonly names: readonly string[]
}

/** Returns the message of the commit of a revision: its subject, the address of the revision, and its trailer. */
export function messageOfRevision({ config, spaceId, revision, names }: MessageParts): string {
  const url = appAddress(config, { kind: 'revision', space: spaceId, revision: revision.id })
  const merged =
    revision.number === null ? [] : [`Change request #${revision.number} of the space was merged.`, '']
  return [
    shortened(subjectOf(revision, names)),
    '',
    ...merged,
    url,
    '',
    `${revisionTrailer}: ${revision.id}`,
  ].join('\n')
}

function subjectOf({ subject, number, type }: RevisionToWrite, names: readonly string[]): string {
  if (number !== null) return subject?.trim() || `Merge change request #${number}`
  const objects = names.length === 1 ? names[0] : `${names.length} pages and files`
  if (type === 'ROLLBACK') return 'Restore an earlier revision'
  return names.length === 0 ? 'Update the content' : `Update ${objects}`
}

function shortened(subject: string): string {
  const line = subject.replace(/\s+/g, ' ')
  return line.length <= subjectLength ? line : `${line.slice(0, subjectLength - 1)}…`
}

/** Returns the person that commits for the users of this server. */
export const lecternAt = ({ baseUrl }: Pick<Config, 'baseUrl'>): CommitPerson => ({
  name: 'Lectern',
  email: `noreply@${new URL(baseUrl).hostname}`,
})

/** Returns the author of a revision. */
export const authorOf = (
  config: Pick<Config, 'baseUrl'>,
  { authorName, authorEmail }: RevisionToWrite,
): CommitPerson =>
  authorEmail === null ? lecternAt(config) : { name: authorName ?? authorEmail, email: authorEmail }
