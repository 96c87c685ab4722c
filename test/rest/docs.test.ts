import { describe, expect, test } from 'vitest'
import { libraryRoutes } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer(libraryRoutes)

describe('the reference', () => {
  test('is a page without external resources and inline scripts', async () => {
    const { status, text, headers } = await server.send('GET', '/v1/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).not.toMatch(/https?:|\/\//)
    expect(text).not.toMatch(/<script>|<script(?![^>]*src=)/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    // Only of styles, which Scalar adds to the page in elements and attributes.
    expect(policy.replace("style-src 'self' 'unsafe-inline'", '')).not.toContain('unsafe')
    expect(policy).toContain("connect-src 'self' http://api.example;")
  })

  test('has all its files on this server, cached indefinitely', async () => {
    const { text } = await server.send('GET', '/v1/docs')
    const files = [...text.matchAll(/(?:src|href)="(\/v1\/docs[^"]+)"/g)].map((match) => match[1])
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { status, headers, text: content } = await server.send('GET', file as string)
      expect(status).toBe(200)
      expect(content.length).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('lists every operation by its tag before any script runs', async () => {
    const { text } = await server.send('GET', '/v1/docs')
    const tags = [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map((match) => match[1])
    expect(tags).toEqual([...new Set(libraryRoutes.map(({ tag }) => tag))])
    for (const { method, summary } of libraryRoutes)
      expect(text).toContain(`<code>${method}</code><span>${summary}</span>`)
  })

  test('is sent compressed, with an entity tag that makes a second request cheap', async () => {
    for (const path of ['/v1/docs', '/v1/openapi.json']) {
      const { headers } = await server.send('GET', path, { headers: { 'Accept-Encoding': 'br, gzip' } })
      expect(headers.get('content-encoding')).toBe('br')
      const gzipped = await server.send('GET', path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect(gzipped.headers.get('content-encoding')).toBe('gzip')
      const plain = await server.send('GET', path, { headers: { 'Accept-Encoding': 'gzip;q=0' } })
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
        null,
        'Accept-Encoding',
      ])
      const again = await server.send('GET', path, {
        headers: { 'If-None-Match': headers.get('etag') as string },
      })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  })

  test('serves no other file', async () => {
    const { text } = await server.send('GET', '/v1/docs')
    const folder = /src="(docs\/[^/]+)\//.exec(text)?.[1]
    for (const file of [
      'package.json',
      '..%2Fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      'index.js',
      '',
    ])
      expect((await server.send('GET', `/v1/${folder}/${file}`)).status).toBe(404)
    expect((await server.send('POST', '/v1/docs')).status).toBe(405)
  })
})
