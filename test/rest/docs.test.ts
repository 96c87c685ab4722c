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
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("connect-src 'self' http://api.example;")
  })

  test('has all its files on this server, cached indefinitely', async () => {
    const { text } = await server.send('GET', '/v1/docs')
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])
    expect(files).toHaveLength(4)
    for (const file of files) {
      const { status, headers, text: content } = await server.send('GET', `/v1/${file}`)
      expect(status).toBe(200)
      expect(content.length).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('serves no other file', async () => {
    const { text } = await server.send('GET', '/v1/docs')
    const folder = /src="(docs\/[^/]+)\//.exec(text)?.[1]
    for (const file of [
      'package.json',
      '..%2Fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      'index.html',
      '',
    ])
      expect((await server.send('GET', `/v1/${folder}/${file}`)).status).toBe(404)
    expect((await server.send('POST', '/v1/docs')).status).toBe(405)
  })
})
