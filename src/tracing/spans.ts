import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './trace-context.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** The span of another process of which it is a part. By default it is a part of the current span. */
  readonly parent?: TraceContext | undefined
}

/** A piece of work whose time is recorded. */
export interface Span {
  readonly context: TraceContext
  rename(name: string): void
  set(attributes: Attributes): void
  /** Ends it. With an error it has failed. */
  end(error?: unknown): void
}

/** The recorder of spans. Its packages are loaded only where it is on. */
export interface Tracer {
  /** Begins a span as a part of another one. */
  start(name: string, options: Omit<SpanOptions, 'parent'>, parent: TraceContext | undefined): Span
  /** Sends what is recorded, and ends. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()

/** Records spans from now on, or no longer. */
export const setTracer = (next: Tracer | undefined): void => {
  tracer = next
}

/** Returns the span of the current work; undefined where nothing is recorded. */
export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined)

/** Begins a span, which ends when it is told to. Returns undefined where nothing is recorded. */
export function startSpan(name: string, { parent, ...options }: SpanOptions = {}): Span | undefined {
  return tracer?.start(name, options, parent ?? current.getStore()?.context)
}

/** Does work as a part of a span, which goes on after it. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  span ? current.run(span, work) : work()

/** Does work in a span of its own, which ends with it. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options)
  // Nothing is added where nothing is recorded, as every request passes here.
  return span ? recorded(span, work) : Promise.resolve(work())
}

async function recorded<Result>(span: Span, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    const result = await current.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
