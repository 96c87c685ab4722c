import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { inWords } from './lines.ts'
import { bodyOf, entry, get, outline, read, readJson } from './open-api-source.ts'

describe('hostile documents', () => {
  it.each([
    ['[1]', 'api.json is not an OpenAPI document: it contains a list.'],
    ['"text"', 'api.json is not an OpenAPI document: it contains a string.'],
    ['', 'api.json is not an OpenAPI document: it contains nothing.'],
    [
      '{"name": "lectern", "version": "1"}',
      'it has no "openapi" or "swagger" but the members name, version.',
    ],
    ['{"swaggerVersion": "1.2"}', 'api.json is OpenAPI 1.2. Convert it to OpenAPI 2.0, 3.0 or 3.1.'],
    ['{"openapi": {"toString": 1}}', 'is not an OpenAPI document'],
    ['{"openapi": "3.0.0", ', 'api.json is malformed JSON'],
    ['openapi: 3.0.0\n  bad: [', 'api.json is malformed YAML'],
    ['<html></html>', 'api.json is not an OpenAPI document: it contains a string.'],
    [`a: ${'['.repeat(20_000)}`, 'api.json is malformed YAML'],
  ])('are rejected with a description of the content: %#', async (text, message) => {
    await expect(read(entry('api.json', text))).rejects.toThrow(message)
  })

  it('are rejected above 20 MB before they are read', async () => {
    const large: SourceEntry = {
      path: 'api.json',
      size: 21 * 1024 * 1024,
      read: () => Promise.reject(new Error('read')),
    }
    await expect(read(large)).rejects.toThrow('api.json is larger than 20 MB. Import it in parts.')
  })

  it('are rejected if YAML aliases expand to very large values', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => {
      const below = index === 0 ? '["x"]' : `[${`*a${index - 1},`.repeat(9)}]`
      return `x${index}: &a${index} ${below}`
    })
    await expect(read(entry('api.yaml', `openapi: 3.0.0\n${lines.join('\n')}\n`))).rejects.toThrow(
      'api.yaml is malformed YAML: Excessive alias count',
    )
  })

  it('can have circular and broken references, and names of built-in members', async () => {
    const { pages } = await readJson({
      ...get({
        parameters: [{ $ref: '#/components/parameters/a' }, { $ref: '#/constructor' }],
        responses: { 200: { $ref: '#/nowhere' }, 201: { $ref: 'other.yaml#/x' } },
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } },
      }),
      components: {
        parameters: { a: { $ref: '#/components/parameters/b' }, b: { $ref: '#/components/parameters/a' } },
        schemas: {
          Loop: {
            allOf: [{ $ref: '#/components/schemas/Loop' }],
            properties: { self: { $ref: '#/components/schemas/Loop' } },
          },
          Self: { $ref: '#/components/schemas/Self' },
        },
      },
    })
    const body = bodyOf(pages, 'Operations')
    expect(body).toContain('| `#/constructor` |')
    expect(body).toContain('Described elsewhere: `#/nowhere`')
    expect(body).toContain('Described elsewhere: `other.yaml#/x`')
    expect(body).toContain('| `self` | [Loop](/pages/p3#schema-loop) |  |  |')
  })

  it('can nest parts without end', async () => {
    let shared: object = {}
    const doubled: Record<string, object> = {}
    for (let depth = 0; depth < budget(30, 60); depth++) {
      const name = `S${depth}`
      const reference = { $ref: `#/components/schemas/S${depth - 1}` }
      shared =
        depth === 0 ? { type: 'string' } : { allOf: [reference, reference], oneOf: [reference, reference] }
      doubled[name] = shared
    }
    const content = await readJson({ ...get({}), components: { schemas: doubled } })
    expect(content.pages).toHaveLength(3)
  })

  it.runIf(isLongRun)('are rejected if many schemas do so', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => {
        const reference = { $ref: `#/components/schemas/S${index - 1}` }
        return [`S${index}`, index === 0 ? { type: 'string' } : { allOf: [reference, reference] }]
      }),
    )
    await expect(readJson({ ...get({}), components: { schemas } })).rejects.toThrow(
      'The schemas of api.json reference each other too often to be expanded.',
    )
  })

  it('can have members of any wrong type', async () => {
    const { pages } = await readJson({
      openapi: '3.0.0',
      info: 7,
      tags: { a: 1 },
      servers: 'x',
      security: [null, 3],
      paths: {
        '/a': null,
        '/b': {
          get: 5,
          post: { parameters: 'x', responses: [1], requestBody: null, tags: [{}], security: {} },
        },
        '/c': { get: { summary: {}, parameters: [null, {}, { in: [], name: {} }], responses: { 200: 'x' } } },
      },
      components: {
        schemas: { A: null, B: [], C: 'text', D: { properties: [], required: 'x', enum: {}, allOf: 3 } },
      },
    })
    expect(outline(pages)).toEqual(['p1 API', 'p2 Operations', 'p3 Models'])
  })

  it('have Markdown syntax in names and descriptions escaped', async () => {
    const { pages } = await readJson(
      get({
        summary: '# [x](y) `|`\n<b>',
        description: '<!-- open',
        parameters: [{ name: 'a|`b`', in: 'q|x', description: 'c \\| d\n\ne', schema: { enum: ['`|`'] } }],
        responses: { 200: { description: 'Fine' } },
      }),
    )
    const body = bodyOf(pages, 'Operations')
    expect(body).toContain('## \\# \\[x\\](y) \\`\\|\\` \\<b\\>')
    expect(body).toContain('<!-- open\n-->')
    expect(body).toContain('| `` a\\|`b` `` | q\\|x | string |  | c \\| d<br>e<br>One of: `` `\\|` `` |')
  })

  it('are rejected if one description is rejected, with its location', async () => {
    await expect(readJson(get({ description: `${'> '.repeat(3000)}x` }))).rejects.toThrow(
      /^api\.json: the description of GET \/x /,
    )
    await expect(readJson(get({ responses: { 200: { description: 'x'.repeat(499_500) } } }))).rejects.toThrow(
      'api.json: GET /x is too long for a page. Shorten its description.',
    )
  })
})

describe('the document among several files', () => {
  it('is the one with a matching name', async () => {
    const text = JSON.stringify(get({}))
    const { pages, skipped } = await read([
      entry('a.json', '{}'),
      entry('docs/openapi.json', text),
      entry('README.md', ''),
    ])
    expect(pages[0]?.title).toBe('Small')
    expect(inWords(skipped)).toEqual([
      { path: 'a.json', reason: 'not part of the OpenAPI document docs/openapi.json' },
      { path: 'README.md', reason: 'not part of the OpenAPI document docs/openapi.json' },
    ])
  })

  it('is required if no name matches', async () => {
    await expect(read([entry('a.json', '{}'), entry('b.json', '{}')])).rejects.toThrow(
      'The source contains 2 files',
    )
    await expect(read([])).rejects.toThrow('The source contains no file.')
  })
})
