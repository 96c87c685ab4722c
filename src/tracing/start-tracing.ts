import type { Logger } from 'pino'
import { LogThrottle } from '../base/log-throttle.ts'
import type { TracingSettings } from '../base/tracing-variables.ts'
import { version } from '../base/version.ts'
import { setTracer } from './spans.ts'

const faults = new LogThrottle()

/** Begins to record spans where they are on, and to send them by OTLP. Returns the function that sends the rest and ends it. */
export async function startTracing(
  settings: TracingSettings | undefined,
  logger: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  if (!settings) return async () => {}
  const { openTelemetryTracer } = await import('./open-telemetry.ts')
  const tracer = openTelemetryTracer(settings, version, (message) =>
    faults.record('export', (times) => logger.warn({ times, message }, 'spans could not be sent')),
  )
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await tracer.stop()
  }
}
