import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import type { TestApp } from '../support/app.ts'

/** A node of a plan that was executed, as PostgreSQL describes it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Subplan Name'?: string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'CTE Name'?: string
  readonly Alias?: string
  readonly 'Plan Rows': number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Join Filter'?: string
  readonly 'Sort Key'?: readonly string[]
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** A statement that ended, and the blocks that it looked at, in memory or on disk: a measure that no machine changes. */
export interface MeasuredStatement {
  readonly text: string
  readonly blocks: number
  readonly plan: PlanNode
}

export interface MeasuredDatabase {
  readonly database: ConnectedDatabase
  /** Returns the statements that end while work runs. Nothing else may use the database meanwhile. */
  during(work: () => Promise<unknown>): Promise<MeasuredStatement[]>
}

/** Opens a database whose connections tell of each statement how it was executed. */
export async function measuredDatabase({
  config,
  database: administrator,
}: TestApp): Promise<MeasuredDatabase> {
  const url = config.databaseUrl as string
  const name = new URL(url).pathname.slice(1)
  for (const [setting, value] of Object.entries(settings))
    await administrator.pool.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  const database = connectDatabase(url, console)
  const statements: MeasuredStatement[] = []
  const { pool, writePool, readPool, longReadPool, snapshotPool } = database
  const pools = [pool, writePool, readPool, longReadPool, snapshotPool]
  for (const each of pools)
    each.on('connect', (client: PoolClient) =>
      client.on('notice', ({ message = '' }) => {
        const start = message.indexOf('plan:\n')
        if (start >= 0) statements.push(statementOf(message.slice(start + 'plan:\n'.length)))
      }),
    )
  return {
    database,
    during: async (work) => {
      statements.length = 0
      await work()
      // A connection tells of its last statement before it is given back.
      while (pools.some(({ idleCount, totalCount }) => idleCount < totalCount)) await setImmediate()
      return [...statements]
    },
  }
}

/** The server explains all that it executes. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

function statementOf(json: string): MeasuredStatement {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  return { text, blocks: blocksOfNode(plan), plan }
}

const blocksOfNode = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/** Returns the nodes of a plan that looked at a share of its blocks at least, a line each, as `EXPLAIN` indents them. */
export function planText(plan: PlanNode, share = 0.05): string {
  const least = blocksOfNode(plan) * share
  const lines: string[] = []
  const add = (node: PlanNode, depth: number) => {
    if (blocksOfNode(node) < least) return
    const on = node['Index Name'] ?? node['Relation Name'] ?? node['CTE Name'] ?? ''
    const conditions = [node['Index Cond'], node['Join Filter'], node.Filter, node['Sort Key']?.join(', ')]
    const removed = node['Rows Removed by Filter']
    lines.push(
      `${'  '.repeat(depth)}${node['Node Type']} ${on} ${node.Alias ?? ''} (rows=${node['Plan Rows']}, actual ${node['Actual Rows']} × ${node['Actual Loops']}${
        removed ? `, ${removed} removed` : ''
      }) blocks=${blocksOfNode(node)} ${node['Subplan Name'] ?? ''} ${conditions.filter(Boolean).join(' ').slice(0, 400)}`,
    )
    for (const child of node.Plans ?? []) add(child, depth + 1)
  }
  add(plan, 0)
  return lines.join('\n')
}

export const blocksOf = (statements: readonly MeasuredStatement[]): number =>
  statements.reduce((sum, { blocks }) => sum + blocks, 0)
