import { randomBytes } from 'node:crypto'
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** Prisma's column type by PostgreSQL type OID. Other types are passed as text. */
const columnTypes: Readonly<Record<number, ColumnType>> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
  700: ColumnTypeEnum.Float,
  701: ColumnTypeEnum.Double,
  1000: ColumnTypeEnum.BooleanArray,
  1002: ColumnTypeEnum.CharacterArray,
  1003: ColumnTypeEnum.TextArray,
  1005: ColumnTypeEnum.Int32Array,
  1007: ColumnTypeEnum.Int32Array,
  1009: ColumnTypeEnum.TextArray,
  1015: ColumnTypeEnum.TextArray,
  1016: ColumnTypeEnum.Int64Array,
  1028: ColumnTypeEnum.Int64Array,
  1114: ColumnTypeEnum.DateTime,
  1184: ColumnTypeEnum.DateTime,
}

/** Converts a timestamp to the only format that the engine reads. */
const isoTime = (text: string) => new Date(text).toISOString().replace('Z', '+00:00')
const timeTypes = new Set([1114, 1184])

const parsedTypes = new Set([16, 21, 23, 26, 700, 701])
const isArrayType = (oid: number) => oid >= 1000 && oid < 1030

const types = {
  getTypeParser: (oid: number) => {
    if (timeTypes.has(oid)) return isoTime
    return parsedTypes.has(oid) || isArrayType(oid) ? pg.types.getTypeParser(oid) : (text: string) => text
  },
}

/**
 * Connects Prisma's schema engine to an empty database, and creates an empty shadow database whenever it requests one;
 * they are deleted with the temporary server. Prisma's own adapter for queries cannot serve the engine: it splits
 * scripts at semicolons, and uses the main database as the shadow database.
 */
export function engineAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: 'lectern-schema-engine',
    connect: () => connect(url),
    connectToShadowDb: async () => connect(await createShadow(url)),
  }
}

async function createShadow(url: string): Promise<string> {
  const name = `shadow_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function connect(connectionString: string): Promise<SqlDriverAdapter> {
  const client = new pg.Client({ connectionString })
  // The engine leaves its main connection open. It fails when the server stops, which is expected.
  client.on('error', () => {})
  await client.connect()
  const queryable = {
    provider: 'postgres' as const,
    adapterName: 'lectern-schema-engine',
    queryRaw: (query: SqlQuery) => queryRaw(client, query),
    executeRaw: async ({ sql, args }: SqlQuery) => {
      const result = await client.query(sql, args as unknown[]).catch(fail)
      return result.rowCount ?? 0
    },
  }
  return {
    ...queryable,
    // Sent as one message of the simple protocol: an implicit transaction, without splitting at semicolons.
    executeScript: async (script: string) => {
      await client.query(script).catch(fail)
    },
    startTransaction: async (): Promise<Transaction> => {
      await client.query('BEGIN')
      // The engine sends COMMIT and ROLLBACK itself.
      const noop = async () => {}
      return {
        ...queryable,
        options: { usePhantomQuery: false },
        commit: noop,
        rollback: noop,
      } as Transaction
    },
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: () => client.end(),
  }
}

async function queryRaw(client: pg.Client, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const result = await client
    .query<unknown[]>({
      text: sql,
      values: args as unknown[],
      rowMode: 'array',
      types,
    } as pg.QueryArrayConfig)
    .catch(fail)
  return {
    columnNames: result.fields.map((field) => field.name),
    columnTypes: result.fields.map((field) => columnTypes[field.dataTypeID] ?? ColumnTypeEnum.Text),
    rows: result.rows,
  }
}

function fail(error: pg.DatabaseError): never {
  throw new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'N/A',
    severity: error.severity ?? 'ERROR',
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  })
}
