import type { TestApp } from './app.ts'

/**
 * Remembers all that is in the database, and returns how to bring it back, which is much cheaper than to build it
 * again for each test that changes it. Blobs need no copy: they are named by their content and stay.
 */
export async function takeSnapshot({ database }: TestApp): Promise<() => Promise<void>> {
  const { pool } = database
  const tables = await tablesOf(pool)
  await pool.query(
    `CREATE SCHEMA snapshot;
     CREATE UNLOGGED TABLE snapshot.changed ("table" text NOT NULL);
     CREATE FUNCTION snapshot.record_change() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN INSERT INTO snapshot.changed VALUES (TG_TABLE_NAME); RETURN NULL; END $$;
     ${tables.map(copy).join('\n')}
     ${restoration(tables)}`,
  )
  return async () => {
    await pool.query('SELECT snapshot.restore()')
  }
}

interface Table {
  readonly name: string
  /** Those that can be written, as a list. */
  readonly columns: string
}

const copy = ({ name }: Table) =>
  `CREATE UNLOGGED TABLE snapshot.${name} AS TABLE public.${name};
   CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.${name}
   EXECUTE FUNCTION snapshot.record_change();`

/** Returns the definition of what brings back the tables that were written: most writes change few of them. */
const restoration = (tables: readonly Table[]) =>
  // As a replica, the server neither checks references nor runs triggers.
  `CREATE FUNCTION snapshot.restore() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica
   AS $$ DECLARE changed_tables text[]; BEGIN
     WITH recorded AS (DELETE FROM snapshot.changed RETURNING "table")
     SELECT coalesce(array_agg(DISTINCT quote_ident("table")), '{}') INTO changed_tables FROM recorded;
     ${tables
       .map(
         ({ name, columns }) => `IF '${name}' = ANY (changed_tables) THEN
           DELETE FROM public.${name};
           INSERT INTO public.${name} (${columns}) SELECT ${columns} FROM snapshot.${name};
         END IF;`,
       )
       .join('\n')}
   END $$;`

/** Members are seen and tokens are used whenever they call. */
const timesOfCalls = ['lastSeenAt', 'lastUsedAt']

/** Returns all rows in the database as texts, by table, without the times of calls: to assert that nothing has changed. */
export async function storedRows({ database }: TestApp): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await tablesOf(database.pool)
  const texts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, (to_jsonb(t) - $1::text[])::text AS text FROM public.${name} t`,
  )
  const rows = await database.query<{ name: string; text: string }>(
    `${texts.join(' UNION ALL ')} ORDER BY name, text`,
    [timesOfCalls],
  )
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return new Map([...byTable].map(([name, ofTable]) => [name, ofTable.map(({ text }) => text)]))
}

/** Returns the tables of the application. */
async function tablesOf(pool: TestApp['database']['pool']): Promise<Table[]> {
  const { rows } = await pool.query(
    `SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     GROUP BY table_name`,
  )
  return rows
}
