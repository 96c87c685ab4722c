import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite
let address: string
let pageId: string

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  const { changes } = await write(site, site.guide.spaceId, page('Rated', 'Text'), page('Other', 'Text'))
  pageId = changes[0].page.id
  address = `${site.address}/rated`
})
afterAll(() => app.close())

async function setFeedback(enabled: boolean): Promise<void> {
  const { body } = await site.client.get(`${site.path}/customization`)
  const { status } = await site.client.put(`${site.path}/customization`, { ...body, feedback: { enabled } })
  expect(status).toBe(200)
}

const rate = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })

const ratingOf = (rating: string) => ({ rating, page: pageId, space: site.guide.spaceId })

const html = { accept: 'text/html' }

async function ratings(): Promise<object[]> {
  const { body } = await site.client.get(`${site.path}/insights/events`)
  return body.items.filter(({ type }: { type: string }) => type === 'page_post_feedback')
}

test('a page asks nothing, and no rating is taken, unless the customization says so', async () => {
  await setFeedback(false)
  expect((await read(address, { headers: html })).text).not.toContain('Was this page helpful?')
  expect((await rate(ratingOf('good'))).status).toBe(405)
  expect(await ratings()).toEqual([])
})

test('ratings are counted by page and rating, for a form and for a script, without a cookie', async () => {
  await setFeedback(true)
  const { text } = await read(address, { headers: html })
  expect(text).toContain('<form class="feedback" method="post" aria-label="Was this page helpful?">')
  for (const [name, value] of [
    ['page', pageId],
    ['space', site.guide.spaceId],
  ])
    expect(text).toContain(`<input type="hidden" name="${name}" value="${value}">`)
  const sent = await rate(ratingOf('good'), html)
  expect([sent.status, sent.headers.get('location'), sent.headers.get('set-cookie')]).toEqual([
    303,
    `${new URL(address).pathname}#feedback:thanks`,
    null,
  ])
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect((await rate(ratingOf('good'), { 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  expect((await rate(ratingOf('bad'))).status).toBe(204)
  const { guide } = site
  const of = (rating: string, count: number) =>
    expect.objectContaining({ space: guide.spaceId, page: pageId, rating, count })
  expect(await ratings()).toEqual([of('good', 2), of('bad', 1)])
})

test.each<[string, () => Promise<Response>, number]>([
  ['of a page of another site', () => rate(ratingOf('ok'), { 'sec-fetch-site': 'cross-site' }), 405],
  ['of another origin without HTTPS', () => rate(ratingOf('ok'), { origin: 'http://evil.example' }), 405],
  ['of no known kind', () => rate(ratingOf('great')), 400],
  ['of nothing', () => rate({}), 400],
  ['that is too long', () => rate({ ...ratingOf('ok'), more: 'x'.repeat(2000) }), 413],
  ['of an unknown page, which is not told', () => rate({ ...ratingOf('ok'), page: 'unknown' }), 204],
  ['of an unknown space, which is not told', () => rate({ ...ratingOf('ok'), space: 'unknown' }), 204],
])('a rating %s is not counted', async (_what, send, status) => {
  await setFeedback(true)
  expect((await send()).status).toBe(status)
  expect(await ratings()).not.toContainEqual(expect.objectContaining({ rating: 'ok' }))
})

test('the question is in the language of the site', async () => {
  const { body } = await site.client.get(`${site.path}/customization`)
  const german = { ...body, internationalization: { locale: 'de' }, feedback: { enabled: true } }
  await site.client.put(`${site.path}/customization`, german)
  expect((await read(address, { headers: html })).text).toContain('War diese Seite hilfreich?')
})

test.runIf(isLongRun)('a network may rate so often in a minute, and read on', async () => {
  await setFeedback(true)
  // No other test is of this network.
  const behind = await startServerBeside(app, { config: { trustedProxies: ['127.0.0.1'] } })
  onTestFinished(() => behind.close())
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const url = behind.url + new URL(address).pathname
  const send = () =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ ...ratingOf('good'), page: 'none' }), headers })
  const statuses: number[] = []
  // The minute may end once in between.
  for (let count = 0; count < 70; count++) statuses.push((await send()).status)
  expect(statuses.slice(0, 30)).toEqual(new Array(30).fill(204))
  expect(statuses).toContain(429)
  expect((await read(url, { headers: { ...html, ...headers } })).status).toBe(200)
})
