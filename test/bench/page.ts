import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { BenchDatabase } from './database.ts'
import type { Options } from './options.ts'
import type { Table } from './tables.ts'

const page = new URL('../../src/docs/contributing/performance.md', import.meta.url)

/** Writes tables into the page of the documentation, with what they were measured on. */
export function writePage(part: 'results' | 'growth', tables: readonly Table[], conditions: string): void {
  const begin = `<!-- measured: ${part} -->`
  const end = '<!-- /measured -->'
  const [before, after] = readFileSync(page, 'utf8').split(begin)
  if (after === undefined) throw new Error(`src/docs/contributing/performance.md has no ${begin}`)
  const rest = after.slice(after.indexOf(end))
  const parts = [conditions, ...tables.map(({ title, text }) => `### ${title}\n\n${text}`)]
  writeFileSync(page, `${before}${begin}\n\n${parts.join('\n\n')}\n\n${rest}`)
}

// What other processes do, before this one starts servers.
const [loadAverage = 0] = loadavg()

/** Returns a sentence about the machine and the run. */
export async function conditionsOf({ pool }: BenchDatabase, options: Options): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const { rounds, seconds, connections } = options
  return `Measured on ${new Date().toISOString().slice(0, 10)} on ${cpus().length} processors (${processor?.model.trim()}) with ${memory} GiB, Node.js ${process.versions.node} and PostgreSQL ${rows[0]?.version.split(' ')[0]}: medians of ${rounds} rounds of ${seconds} s at ${connections} connections. The load average before the run was ${loadAverage.toFixed(1)}.`
}
