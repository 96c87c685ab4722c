import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Contender, startContender } from './contenders.ts'
import { type BenchDatabase, openDatabase } from './database.ts'
import { LoadGenerator, type Measured, measure } from './measure.ts'
import { type Options, readOptions } from './options.ts'
import { conditionsOf, writePage } from './page.ts'
import { installPeers } from './peers.ts'
import { resultTables, type Table } from './tables.ts'
import { verify } from './verify.ts'
import { comparedWorkloads, type Workload, workloads } from './workloads.ts'

// npm run bench: starts Lectern and the servers to compare it with on one database, checks that they answer alike,
// measures them in turns and prints the tables. Those of a complete run go into the documentation.
const options = readOptions(process.argv.slice(2))
if (options.contenders.includes('postgraphile')) installPeers()
const log = pino({ level: 'warn' })
const chosen = workloads.filter(
  ({ name }) => options.workloads.length === 0 || options.workloads.some((part) => name.includes(part)),
)
const load = new LoadGenerator()
const contenders: Contender[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-data-'))
let database: BenchDatabase | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))

try {
  console.error('preparing the database')
  database = await openDatabase(log)
  for (const name of options.contenders)
    contenders.push(await startContender(name, { url: database.url, dataDir }))
  for (const workload of chosen) await verify(workload, contenders)
  console.error(`${contenders.length} servers answer ${chosen.length} workloads alike`)
  const conditions = await conditionsOf(database, options)
  const results = resultTables(await measureAll(database, chosen, options))
  print(results)
  if (options.isComplete) writePage('results', results, conditions)
} finally {
  await end()
}

async function measureAll(
  { processId }: BenchDatabase,
  chosen: readonly Workload[],
  options: Options,
): Promise<Map<Workload, Measured>> {
  const results: [Workload, Measured][] = []
  for (const together of comparedWorkloads(chosen)) {
    console.error(`measuring ${together.map(({ name }) => name).join(' and ')}`)
    results.push(...(await measure(together, contenders, load, options, processId)))
  }
  return new Map(results)
}

function print(tables: readonly Table[]): void {
  console.log(tables.map(({ title, text }) => `### ${title}\n\n${text}\n`).join('\n'))
}

async function end(): Promise<void> {
  load.stop()
  for (const contender of contenders.splice(0)) await contender.stop()
  await database?.close()
  database = null
  rmSync(dataDir, { recursive: true, force: true })
}
