import type { TestApp } from '../../support/app.ts'

/** Makes the reports of an organization what an earlier version stored: lines without the names of what they say. */
export async function withoutNames({ database }: TestApp, organizationId: string): Promise<void> {
  const unnamed = (list: string) =>
    `jsonb_build_object('${list}', (SELECT coalesce(jsonb_agg(line - '{name,values}'::text[]), '[]') FROM jsonb_array_elements(report -> '${list}') line))`
  await database.pool.query(
    `UPDATE "Job" SET report = report || ${unnamed('skipped')} || ${unnamed('notes')}
     WHERE "organizationId" = $1 AND kind = 'IMPORT' AND report IS NOT NULL`,
    [organizationId],
  )
}
