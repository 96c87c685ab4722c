import type { GitDirection } from '../../generated/workspace-operations/graphql.ts'
import { useAction } from '../app/use-action.ts'
import { ExportToGit, ImportFromGit } from './git-operations.ts'

interface Sync {
  /** Asks for a sync that begins on a side, or for what it would change, as a job whose id is told. */
  readonly begin: (direction: GitDirection, input?: { readonly isDryRun: boolean }) => Promise<void>
  readonly isAsking: boolean
}

export function useSync(space: string, onJob: (job: string) => void): Sync {
  const fromGit = useAction(ImportFromGit)
  const fromSpace = useAction(ExportToGit)
  const begin: Sync['begin'] = async (direction, input = { isDryRun: false }) => {
    const job =
      direction === 'FROM_GIT'
        ? (await fromGit.run({ space, input }))?.importFromGit?.job
        : (await fromSpace.run({ space, input }))?.exportToGit?.job
    if (job) onJob(job.id)
  }
  return { begin, isAsking: fromGit.isRunning || fromSpace.isRunning }
}
