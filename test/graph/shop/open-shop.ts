import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import pg from 'pg'
import { emptyDatabase } from '../../support/database.ts'
import type { ShopError } from './errors.ts'
import './own-library.ts'
import type { ShopViewer } from './viewers.ts'

const { executeCompiled, executeResolved } = await import('../../../src/graph/execute.ts')
const { ShopBudget } = await import('./budget.ts')
export const { declaring } = await import('./declarations.ts')
export const { shopSchema } = await import('./schema.ts')
const { createShop } = await import('./tables.ts')

/** A request to the shop. */
export interface Asked {
  readonly document: string
  readonly viewer: ShopViewer
  readonly variables?: Readonly<Record<string, unknown>>
  /** The most rows and objects that it may read and answer. */
  readonly limit?: number
  /** Takes the place of the text of a statement, or fails in its place. */
  readonly change?: (text: string) => string
  readonly explain?: boolean
}

/** An answer of the shop. */
export interface Answer {
  readonly data: Record<string, unknown> | null | undefined
  readonly errors: readonly GraphQLFormattedError[]
  readonly extensions: Readonly<Record<string, unknown>> | undefined
  readonly spent: InstanceType<typeof ShopBudget>['spent']
  readonly statements: readonly string[]
  /** The number of rows that the statements returned. */
  readonly rows: number
}

export type Ask = (asked: Asked) => Promise<Answer>

/** A shop with its database, which answers in two ways. */
export interface Shop {
  readonly compiled: Ask
  readonly resolved: Ask
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const database = await emptyDatabase()
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=shop' })
  // The pool ends before its connections do, so that some are told that their database is dropped.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  await createShop(pool)
  return {
    compiled: (asked) => answer(pool, asked, executeCompiled),
    resolved: (asked) => answer(pool, asked, async (args) => executeResolved(args)),
    close: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

/** The documents that were asked, to which the library keeps their plans. */
const parsedDocuments = new Map<string, DocumentNode>()

function parsedDocument(text: string): DocumentNode {
  const known = parsedDocuments.get(text)
  if (known) return known
  const parsed = parse(text)
  const faults = validate(shopSchema, parsed)
  if (faults.length > 0) throw new AggregateError(faults, text)
  parsedDocuments.set(text, parsed)
  return parsed
}

type Arguments = Parameters<typeof executeCompiled>[0]

async function answer(
  pool: pg.Pool,
  { document, viewer, variables = {}, limit, change = (text) => text, explain = false }: Asked,
  execute: (args: Arguments) => Promise<ExecutionResult | null>,
): Promise<Answer> {
  const budget = new ShopBudget(limit)
  const reads = new Reads(pool, change)
  const context = { viewer, database: reads, cost: budget, logger: faultsOfStatements, explain }
  const parsed = parsedDocument(document)
  const result = await execute({
    schema: shopSchema,
    document: parsed,
    variableValues: { ...variables },
    contextValue: context as unknown as Arguments['contextValue'],
  })
  // A mutation tells what it has written.
  const isQuery = getOperationAST(parsed)?.operation === OperationTypeNode.QUERY
  const refused = isQuery && budget.exceeded ? refusal(budget.exceeded) : undefined
  const { data, errors = [], extensions } = refused ?? result ?? {}
  return {
    data: asJson(data),
    errors: asJson(errors),
    extensions,
    spent: budget.spent,
    statements: reads.statements,
    rows: reads.rows,
  }
}

/** Returns the result of a query that was stopped: the error of the limit takes the place of its data. */
const refusal = ({ message, extensions }: ShopError): ExecutionResult => ({
  data: null,
  errors: [new GraphQLError(message, { extensions })],
})

const asJson = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Lets a test fail for a statement that PostgreSQL refuses, which the library would otherwise do without. */
const faultsOfStatements = {
  error: ({ err }: { err: Error }) => {
    throw err
  },
}

const asText = { getTypeParser: () => (text: string) => text }

/** The reads of a request. */
class Reads {
  readonly statements: string[] = []
  rows = 0
  readonly #pool: pg.Pool
  readonly #change: (text: string) => string

  constructor(pool: pg.Pool, change: (text: string) => string) {
    this.#pool = pool
    this.#change = change
  }

  readonly query = (text: string, values: unknown[]) => this.#run({ text, values })

  readonly texts = async (text: string, values: unknown[], { encoding }: { encoding?: string }) => {
    const rows = await this.#run({ text, values, rowMode: 'array', types: asText })
    return encoding === 'bytes' ? rows.map((row) => row.map((cell: string) => Buffer.from(cell))) : rows
  }

  async #run(statement: pg.QueryConfig & { rowMode?: 'array' }) {
    this.statements.push(statement.text)
    const { rows } = await this.#pool.query({ ...statement, text: this.#change(statement.text) })
    this.rows += rows.length
    return rows
  }
}
