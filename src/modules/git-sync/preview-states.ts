import type { GitProblem } from '../../formats/git/types.ts'
import type { SyncState } from './states.ts'

/** The outcome of a commit in a change request, in a sentence. */
const sentences = {
  SYNCED: 'The change request shows the commit.',
  CONFLICTS:
    'The change request shows the commit. Where others had changed the same lines, it has conflicts to decide.',
  WAITING: 'The change request has conflicts. Once they are decided, the commit is merged into it.',
} as const

/** Returns the state of a preview, with the first of the files that are left as they are. */
export function stateOfPreview(
  outcome: keyof typeof sentences,
  problems: readonly GitProblem[] = [],
): SyncState {
  const [first] = problems
  const more =
    first === undefined
      ? []
      : [`${problems.length} of its files are left as they are. The first: ${first.file} ${first.message}`]
  return {
    code: outcome === 'WAITING' ? 'CONFLICTS' : outcome,
    message: [sentences[outcome], ...more].join(' '),
  }
}
