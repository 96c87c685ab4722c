import { invalid } from './invalid-configuration.ts'

type TracingVariables = Readonly<Record<string, string | undefined>>

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface TracingSettings {
  readonly sampler: (typeof samplers)[number]
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  readonly ratio: number
  /** The milliseconds between two exports, and the spans of one and of those that wait for it. Absent where it is the default. */
  readonly batch: {
    readonly scheduledDelayMillis?: number
    readonly exportTimeoutMillis?: number
    readonly maxQueueSize?: number
    readonly maxExportBatchSize?: number
  }
}

const batchVariables = {
  OTEL_BSP_SCHEDULE_DELAY: 'scheduledDelayMillis',
  OTEL_BSP_EXPORT_TIMEOUT: 'exportTimeoutMillis',
  OTEL_BSP_MAX_QUEUE_SIZE: 'maxQueueSize',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'maxExportBatchSize',
} as const

/**
 * Returns how spans are recorded by the standard variables of OpenTelemetry; undefined where they are off: unless an exporter or the
 * address of one is given. Those of the exporter itself, `OTEL_EXPORTER_OTLP_…`, its package reads.
 */
export function tracingSettings(environment: TracingVariables): TracingSettings | undefined {
  if (!isOn(environment)) return undefined
  const protocol = environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || environment.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol && protocol !== 'http/protobuf') throw refused('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf')
  const sampler = samplers.find(
    (name) => name === (environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on').toLowerCase(),
  )
  if (!sampler) throw refused('OTEL_TRACES_SAMPLER', samplers.join(', '))
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(ratio >= 0 && ratio <= 1)) throw refused('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1')
  return { sampler, ratio, batch: batchOf(environment) }
}

function isOn(environment: TracingVariables): boolean {
  const exporter = environment.OTEL_TRACES_EXPORTER
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return false
  if (exporter && exporter !== 'otlp') throw refused('OTEL_TRACES_EXPORTER', 'otlp or none')
  return Boolean(
    exporter || environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  )
}

function batchOf(environment: TracingVariables): TracingSettings['batch'] {
  const given = Object.entries(batchVariables).filter(([name]) => environment[name])
  return Object.fromEntries(
    given.map(([name, option]) => {
      const value = Number(environment[name])
      if (!Number.isInteger(value) || value <= 0) throw refused(name, 'a whole number above 0')
      return [option, value]
    }),
  )
}

const refused = (name: string, expected: string) =>
  invalid([`${name} must be ${expected}: Lectern knows no other value of this variable of OpenTelemetry`])
