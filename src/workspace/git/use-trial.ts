import type { GitDirection } from '../../generated/workspace-operations/graphql.ts'
import { useAction } from '../app/use-action.ts'
import { ExportToGit, ImportFromGit } from './git-operations.ts'

/** Returns the function that asks for what a first sync would change, as a job whose id it tells. */
export function useTrial(
  space: string,
  onJob: (job: string) => void,
): (direction: GitDirection) => Promise<void> {
  const fromGit = useAction(ImportFromGit)
  const fromSpace = useAction(ExportToGit)
  const input = { isDryRun: true }
  return async (direction) => {
    const job =
      direction === 'FROM_GIT'
        ? (await fromGit.run({ space, input }))?.importFromGit?.job
        : (await fromSpace.run({ space, input }))?.exportToGit?.job
    if (job) onJob(job.id)
  }
}
