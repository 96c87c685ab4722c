import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A span that a receiver got, with the attributes that are texts, numbers or booleans. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly service: string
}

/** The fields of a message of Protocol Buffers: numbers, and bytes of texts and messages. */
type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>

function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const readers = { 0: varint, 1: () => take(8), 2: () => take(Number(varint())), 5: () => take(4) }
    const value = readers[(tag & 7) as keyof typeof readers]()
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => fieldsOf(value as Buffer))

const bytesOf = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer

function readValue(value: Fields): string | number | boolean {
  if (value.has(1)) return bytesOf(value, 1).toString()
  if (value.has(2)) return value.get(2)?.[0] === 1n
  return value.has(3) ? Number(value.get(3)?.[0]) : bytesOf(value, 4).readDoubleLE()
}

const attributesOf = (fields: Fields, number: number): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    messages(fields, number).map((pair) => [
      bytesOf(pair, 1).toString(),
      readValue(messages(pair, 2)[0] ?? new Map()),
    ]),
  )

/** Reads the spans of an `ExportTraceServiceRequest`. */
function spansOf(body: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const [resource = new Map()] = messages(resourceSpans, 1)
    const service = String(attributesOf(resource, 1)['service.name'])
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentSpanId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        kind: Number(span.get(6)?.[0] ?? 0n),
        attributes: attributesOf(span, 9),
        service,
      }))
  })
}

/** Starts a receiver of OTLP over HTTP, which keeps the spans that it got. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
    spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
