/** The identity of a span in another process, as W3C Trace Context has it in the header `traceparent`. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** Reads the header `traceparent`. Returns undefined for any other text. */
export function traceContextOf(header: string | readonly string[] | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = (typeof header === 'string' && form.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Writes the header `traceparent` of a span. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
