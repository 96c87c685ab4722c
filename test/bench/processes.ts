import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process as Linux describes it, with its processor time and that of the children it has waited for. */
interface Program {
  readonly id: number
  readonly name: string
  readonly parent: number
  readonly ticks: number
}

const millisecondsPerTick = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Returns the process with an id, or null if there is none. */
export function programOf(id: number): Program | null {
  try {
    const [, name = '', rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return { id, name, parent: fields[1] as number, ticks }
  } catch {
    return null
  }
}

/** Returns the processor time in milliseconds of a process and all of its descendants. */
export function processorTime(root: number): number {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (programOf(Number(name)) ?? []) : [],
  )
  const ticksBelow = (id: number): number =>
    all
      .filter(({ parent }) => parent === id)
      .reduce((sum, child) => sum + child.ticks + ticksBelow(child.id), 0)
  return ((programOf(root)?.ticks ?? 0) + ticksBelow(root)) * millisecondsPerTick
}
