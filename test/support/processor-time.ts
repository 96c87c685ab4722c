import { existsSync, readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns the processor time of this process, of its children and of all that these have waited for; null where the system does not tell. */
export function processorSeconds(): number | null {
  if (!existsSync('/proc/self/stat')) return null
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
    .filter(({ pid, parent }) => pid === process.pid || parent === process.pid)
  return processes.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    // The fields after the name, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return { pid, parent: fields[1] as number, ticks }
  } catch {
    // It has ended.
    return null
  }
}
