import type { Transaction } from '../../database/transactions.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'
import type { GitContent } from '../../formats/git/types.ts'
import type { ChangeRequest, Revision, Space } from '../../generated/prisma/client.ts'
import { descriptionColumns } from '../change-requests/description.ts'
import { updateInTransaction } from '../change-requests/merging.ts'
import { contentOf, insertChangeRequest } from '../change-requests/service.ts'
import { differences } from '../content/differences.ts'
import { addRevision, openRevision } from '../content/revision-writer.ts'

interface ConflictsOfBranch {
  /** The space as it is after the merge was written. */
  readonly space: Space
  /** The revision that was equal to the last common commit. */
  readonly base: Revision
  readonly baseContent: GitContent
  /** The content of the branch. */
  readonly git: GitContent
  readonly documents: readonly StoredDocument[]
  readonly branch: string
  readonly commit: string
  readonly url: string
  readonly createdById: string | null
}

/**
 * Opens a change request with what the branch has where it conflicts with the space. The change request begins with the content of
 * the branch on top of the last common revision, and is then updated from the space, which finds the conflicts and keeps the texts
 * of the branch.
 */
export async function openConflictRequest(
  transaction: Transaction,
  given: ConflictsOfBranch,
): Promise<ChangeRequest> {
  const { space, base, baseContent, git, documents, branch, commit, createdById } = given
  const short = commit.slice(0, 10)
  const described = await descriptionColumns({ markdown: descriptionOf(given) }, space.id)
  const changeRequest = await insertChangeRequest(transaction, space, base, {
    createdById,
    status: 'OPEN',
    subject: `Conflicts with ${short} of the branch ${branch}`,
    ...described,
  })
  const target = contentOf(changeRequest)
  const open = await openRevision(transaction, target)
  const { pages, files, reusable } = differences(git.snapshot, baseContent.snapshot)
  const changes = { pages, files, reusable, variables: git.variables, documents }
  await addRevision(open, target, changes, createdById)
  const { changeRequest: updated } = await updateInTransaction(transaction, changeRequest, createdById)
  return updated
}

const descriptionOf = ({ branch, commit, url }: ConflictsOfBranch): string =>
  [
    `The commit [${commit.slice(0, 10)}](${url}) of the branch \`${branch}\` and the space changed the same lines.`,
    'The space has its own version of them, and so has the branch after the sync. This change request has those of the commit.',
    'Decide each conflict, then merge it. Or archive it to leave everything as it is.',
  ].join('\n\n')
