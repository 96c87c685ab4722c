import type { Pool } from 'pg'

/** Returns a hash that changes whenever computed content in the spaces of an organization may have changed. */
export async function computedState(pool: Pool, organizationId: string): Promise<string> {
  const { rows } = await pool.query<{ state: string | null }>(
    `SELECT md5(string_agg(concat_ws(' ', slug, "lastVersionId"), ',' ORDER BY id)) AS state
     FROM "OpenAPISpec" WHERE "organizationId" = $1`,
    [organizationId],
  )
  return rows[0]?.state ?? ''
}
