import type { RunStatement } from '../../database/rows.ts'

/** Removes what spaces tell of the repositories that they were kept in step with. */
export async function forgetRepositories(run: RunStatement, spaceIds: readonly string[]): Promise<void> {
  await run(
    `UPDATE "Space" SET "gitSyncURL" = NULL, "gitSyncRepoName" = NULL, "gitSyncProvider" = NULL,
       "gitSyncIntegration" = NULL, "gitSyncUpdatedAt" = NULL
     WHERE id = ANY($1::text[]) AND "gitSyncURL" IS NOT NULL`,
    [spaceIds],
  )
}
