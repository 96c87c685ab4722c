import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createApp } from '../../src/server/app.ts'
import { startTracing } from '../../src/tracing/start-tracing.ts'
import { traceContextOf, traceparentOf } from '../../src/tracing/trace-context.ts'
import { type Receiver, startReceiver } from '../modules/webhooks/receiver.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const secretTitle = 'A title that nobody else may read'

let app: TestApp
let otlp: Awaited<ReturnType<typeof startOtlpReceiver>>
let webhooks: Receiver
let organization: Awaited<ReturnType<typeof buildOrganization>>
let spans: readonly ReceivedSpan[]

/** Sends a request of each kind, runs a job and delivers a webhook, all recorded. */
beforeAll(async () => {
  otlp = await startOtlpReceiver()
  webhooks = await startReceiver()
  app = await startOwnTestApp()
  organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  await client.post(`/orgs/${organization.id}/webhooks`, {
    url: webhooks.url,
    events: ['collection.created'],
  })
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', otlp.url)
  const { tracing } = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url })
  const stop = await startTracing(tracing, createLogger('silent'))
  vi.unstubAllEnvs()
  const headers = { authorization: `Bearer ${organization.admin.token}`, traceparent }
  const { body } = await request(
    `${app.url}/v1/spaces/${space.id}?hidden=${encodeURIComponent(secretTitle)}`,
    {
      headers,
    },
  )
  await body.dump()
  await client.gql('query NameOfTheClient { organizations { totalCount } }')
  await client.post(`/orgs/${organization.id}/collections`, { title: secretTitle })
  await client.post(`/spaces/${space.id}/content/export`, {})
  const jobs = await createApp({ ...app, logger: createLogger('silent') })
  await jobs.prepare()
  await jobs.startJobs()
  jobs.startServices()
  await webhooks.got(1)
  const statusOfJob = async () => (await client.get(`/orgs/${organization.id}/jobs`)).body.items[0].status
  await vi.waitUntil(async () => (await statusOfJob()) === 'completed', { timeout: 20_000 })
  await jobs.close()
  await stop()
  spans = otlp.spans
}, 60_000)
afterAll(async () => {
  await Promise.all([app.close(), otlp.close(), webhooks.close()])
})

const named = (name: string) => spans.find((span) => span.name === name) as ReceivedSpan
const parentOf = ({ parentSpanId }: ReceivedSpan) => spans.find(({ spanId }) => spanId === parentSpanId)

describe('spans', () => {
  test('are sent by OTLP to the address of the standard variable, with the name of the service', () => {
    expect([...otlp.paths]).toEqual(['POST /v1/traces application/x-protobuf'])
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['lectern']))
  })

  test('of a request continue the trace of the caller, down to its statements', () => {
    const ofCaller = spans.filter((span) => span.traceId === traceId)
    const [server] = ofCaller.filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7')
    expect(server).toMatchObject({
      name: 'GET /spaces/:spaceId',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.route': '/spaces/:spaceId',
        'user.id': organization.admin.id,
        'lectern.organization': organization.id,
        'lectern.part': 'rest',
        'lectern.operation': 'space',
      },
    })
    const statement = ofCaller.find(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statement?.attributes['db.query.text']).toMatch(/SELECT/)
    const above: string[] = []
    for (let span = statement; span; span = parentOf(span)) above.push(span.name)
    expect(above.slice(1)).toEqual(['graphql space', 'GET /spaces/:spaceId', 'GET /spaces/:spaceId'])
  })

  test('of GraphQL have the field of the operation in place of the name that the client gave', () => {
    expect(named('graphql organizations').attributes['graphql.operation.type']).toBe('query')
    expect(parentOf(named('graphql organizations'))?.name).toBe('POST organizations')
  })

  test('of a job and of a delivery name what they are about, and the receiver of a webhook gets the trace', () => {
    expect(named('job export')).toMatchObject({
      kind: 5,
      attributes: { 'lectern.kind': 'EXPORT', 'lectern.organization': organization.id, 'lectern.attempt': 1 },
    })
    const delivery = named('webhook delivery')
    const received = traceContextOf(webhooks.received[0]?.headers.traceparent)
    expect(received).toEqual({ traceId: delivery.traceId, spanId: delivery.spanId, isSampled: true })
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === delivery.spanId)
    expect(statements.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql')
  })

  test('have neither content nor secrets', () => {
    const text = JSON.stringify(spans)
    for (const secret of [
      secretTitle,
      encodeURIComponent(secretTitle),
      organization.admin.token,
      'NameOfTheClient',
    ])
      expect(text).not.toContain(secret)
  })
})

describe('the standard variables', () => {
  test('switch spans on by an address or an exporter, and off again', () => {
    const isOn = (environment: Record<string, string>) => loadConfig(environment).tracing !== undefined
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
    expect([
      isOn({}),
      isOn({ OTEL_SERVICE_NAME: 'docs' }),
      isOn({ OTEL_EXPORTER_OTLP_ENDPOINT }),
      isOn({ OTEL_TRACES_EXPORTER: 'otlp' }),
      isOn({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }),
      isOn({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }),
    ]).toEqual([false, false, true, true, false, false])
    expect(
      loadConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
        OTEL_BSP_SCHEDULE_DELAY: '1000',
      }).tracing,
    ).toEqual({ sampler: 'parentbased_traceidratio', ratio: 0.1, batch: { scheduledDelayMillis: 1000 } })
  })

  test.each([
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
  ])('are refused at the start where Lectern cannot follow them: %s=%s', (name, value) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', [name]: value }
    expect(() => loadConfig(environment)).toThrow(`${name} must be`)
  })

  test.runIf(isLongRun)('load no package of OpenTelemetry while spans are off', async () => {
    const script = `
      import { createRequire, registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      const { startTracing } = await import('./src/tracing/start-tracing.ts')
      await import('./src/server/app.ts')
      await startTracing(undefined, console)
      console.log(loaded.length > 100, loaded.filter((url) => url.includes('opentelemetry')).length)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: childEnvironment({}),
    })
    expect(stdout).toBe('true 0\n')
  })
})

test('traceparent is read and written as W3C Trace Context says', () => {
  expect(traceparentOf(traceContextOf(traceparent) as never)).toBe(traceparent)
  expect(traceContextOf(`01-${traceId}-00f067aa0ba902b7-00-future`)?.isSampled).toBe(false)
  for (const wrong of [
    undefined,
    '',
    'ff'.concat(traceparent.slice(2)),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `${traceparent}0`,
    traceparent.toUpperCase(),
  ])
    expect(traceContextOf(wrong)).toBeUndefined()
})
