import { appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import { type CommitPerson, personOf } from '../../git/write-commits.ts'
import type { RevisionToWrite } from './written-revisions.ts'

const subjectLength = 72

/** The trailer by which a commit is known as that of a revision. */
export const revisionTrailer = 'Lectern-Revision'

/** The change that a commit makes to a page or a file. */
export interface NamedChange {
  readonly kind: 'added' | 'changed' | 'moved' | 'removed'
  readonly name: string
}

interface MessageParts {
  readonly config: Pick<Config, 'appUrl'>
  readonly spaceId: string
  readonly revision: RevisionToWrite
  readonly changes: readonly NamedChange[]
}

/** Returns the message of the commit of a revision: its subject, the address of the revision, and its trailer. */
export function messageOfRevision({ config, spaceId, revision, changes }: MessageParts): string {
  const url = appAddress(config, { kind: 'revision', space: spaceId, revision: revision.id })
  const merged =
    revision.number === null ? [] : [`Change request #${revision.number} of the space was merged.`, '']
  return [
    shortened(subjectOf(revision, changes)),
    '',
    ...merged,
    url,
    '',
    `${revisionTrailer}: ${revision.id}`,
  ].join('\n')
}

const verbs = { added: 'Add', changed: 'Update', moved: 'Move', removed: 'Delete' } as const

function subjectOf({ subject, number, type }: RevisionToWrite, changes: readonly NamedChange[]): string {
  if (number !== null) return subject?.trim() || `Merge change request #${number}`
  if (type === 'ROLLBACK') return 'Restore an earlier revision'
  // A page that becomes a parent moves by that, which is not what its author did.
  const done = changes.filter(({ kind }) => kind !== 'moved')
  const told = done.length > 0 ? done : changes
  const names = new Set(told.map(({ name }) => name))
  const kinds = new Set(told.map(({ kind }) => kind))
  const [kind] = kinds
  if (kind === undefined) return 'Update the content'
  return `${kinds.size === 1 ? verbs[kind] : 'Update'} ${names.size === 1 ? [...names][0] : `${names.size} pages and files`}`
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

/** Returns the author of a revision: its user, or who wrote the last commit that it takes in. */
export function authorOf(
  config: Pick<Config, 'baseUrl'>,
  { authorName, authorEmail, gitAuthors: [last] }: RevisionToWrite,
): CommitPerson {
  if (authorEmail !== null) return { name: authorName ?? authorEmail, email: authorEmail }
  return last === undefined ? lecternAt(config) : personOf(last)
}
