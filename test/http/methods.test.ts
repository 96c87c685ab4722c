import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends a request without a body by any method, which `fetch` does not. */
const send = (method: string, path: string) =>
  new Promise<{ status: number | undefined; allow: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { method, headers: { 'X-Secret': 'echo me' } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, allow: answer.headers.allow, body }))
    })
    sent.on('error', reject).end()
  })

const paths = ['/', '/graphql', '/v1/user', '/v1/unknown', '/v1/docs', '/healthz', '/files/x', '/unknown']

test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s is allowed nowhere', async (method) => {
  for (const path of paths) {
    const { status, allow, body } = await send(method, path)
    expect({ path, status }).toEqual({ path, status: 405 })
    expect(allow).toContain('GET')
    expect(allow).not.toContain(method)
    expect(body).not.toContain('echo me')
  }
})
