import { hostname } from 'node:os'
import {
  type Context,
  DiagLogLevel,
  diag,
  SpanKind as Kind,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../base/tracing-variables.ts'
import type { Attributes, Span, SpanKind, Tracer } from './spans.ts'
import type { TraceContext } from './trace-context.ts'

const kinds: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
}

/** Creates the recorder of spans by the packages of OpenTelemetry. */
export function openTelemetryTracer(
  settings: TracingSettings,
  version: string,
  onFault: (message: string) => void,
): Tracer {
  const ignore = () => {}
  diag.setLogger(
    { error: onFault, warn: onFault, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'lectern',
          'service.version': version,
          'service.instance.id': `${hostname()}/${process.pid}`,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ ...settings.batch, exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('lectern', version)
  return {
    start: (name, { kind = 'internal', attributes = {} }, parent) =>
      spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))),
    stop: async () => {
      await provider.shutdown()
      diag.disable()
    },
  }
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = /always_on$/.test(sampler)
    ? new AlwaysOnSampler()
    : /always_off$/.test(sampler)
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

const contextOf = (parent: TraceContext | undefined): Context =>
  parent
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      })
    : ROOT_CONTEXT

function spanOf(span: OpenTelemetrySpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
    rename: (name) => void span.updateName(name),
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    end: (error) => {
      // The message of an error may have content, and its class has none.
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) })
      span.end()
    },
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'Error')
