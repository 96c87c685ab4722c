import type { TestApp } from './app.ts'

/**
 * Remembers all that is in the database, and returns how to bring it back, which is much cheaper than to build it
 * again for each test that changes it. Blobs need no copy: they are named by their content and stay.
 */
export async function takeSnapshot({ database }: TestApp): Promise<() => Promise<void>> {
  const { pool } = database
  const tables = await tablesOf(pool)
  await pool.query('CREATE SCHEMA snapshot')
  for (const { name } of tables)
    await pool.query(`CREATE UNLOGGED TABLE snapshot.${name} AS TABLE public.${name}`)
  const statements = tables.map(
    ({ name, columns }) =>
      `DELETE FROM public.${name}; INSERT INTO public.${name} (${columns}) SELECT ${columns} FROM snapshot.${name};`,
  )
  await pool.query(
    // As a replica, the server neither checks references nor runs triggers.
    `CREATE FUNCTION snapshot.restore() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica
     AS $$ BEGIN ${statements.join('\n')} END $$`,
  )
  return async () => {
    await pool.query('SELECT snapshot.restore()')
  }
}

/** Returns the tables with the columns that can be written. */
async function tablesOf(pool: TestApp['database']['pool']): Promise<{ name: string; columns: string }[]> {
  const { rows } = await pool.query(
    `SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     GROUP BY table_name`,
  )
  return rows
}
