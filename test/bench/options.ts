import { parseArgs } from 'node:util'
import { type ContenderName, contenderNames } from './contenders.ts'

export interface Options {
  /** Parts of the names of the workloads to measure; all if empty. */
  readonly workloads: readonly string[]
  readonly contenders: readonly ContenderName[]
  readonly rounds: number
  readonly seconds: number
  /** The number of requests of a measurement, instead of seconds. For machines with other work to do. */
  readonly requests: number | null
  readonly connections: number
  /** Whether everything is measured in the usual way, so that the tables belong into the documentation. */
  readonly isComplete: boolean
}

/** Reads the options of the command line. Throws if one is invalid. */
export function readOptions(parameters: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      workloads: { type: 'string' },
      contenders: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      requests: { type: 'string' },
      connections: { type: 'string' },
    },
  })
  const given = new Set(Object.keys(values))
  return {
    workloads: listOf(values.workloads ?? ''),
    contenders: listOf(values.contenders ?? contenderNames.join()).map(contenderNamed),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    requests: values.requests === undefined ? null : positive('requests', values.requests),
    connections: positive('connections', values.connections ?? '16'),
    isComplete: ['workloads', 'contenders', 'requests', 'connections'].every((name) => !given.has(name)),
  }
}

const listOf = (text: string): string[] => text.split(',').filter((each) => each !== '')

export function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a positive number`)
  return value
}

function contenderNamed(text: string): ContenderName {
  const name = contenderNames.find((each) => each === text)
  if (!name) throw new Error(`--contenders must be of ${contenderNames.join(', ')}`)
  return name
}
