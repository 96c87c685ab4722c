import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BundleSource } from '../../../src/modules/openapi-specs/bundle/bundle.ts'
import { bundleInWorker } from '../../../src/modules/openapi-specs/bundle/bundle-in-worker.ts'
import type { BundleLimits } from '../../../src/modules/openapi-specs/bundle/limits.ts'
import { linesOfPages, readPages } from '../../../src/modules/openapi-specs/pages/page-lines.ts'
import { isLongRun } from '../../support/budget.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { petsDocument, serve, serveFiles, swaggerYaml, textOf } from './documents.ts'

const allow = ['127.0.0.1/32']

const readSource = async (source: BundleSource, limits?: Partial<BundleLimits>) =>
  bundleInWorker(source, { owner: 'organization', folder: await temporaryFolder(), allow, limits })

const readUrl = (url: string, limits?: Partial<BundleLimits>) => readSource({ kind: 'url', url }, limits)

async function readText(text: string) {
  const path = join(await temporaryFolder(), 'text')
  await writeFile(path, text)
  return readSource({ kind: 'file', path })
}

type Outcome = Awaited<ReturnType<typeof bundleInWorker>>

function done(outcome: Outcome) {
  if (outcome.kind === 'failed') throw new Error(`${outcome.code}: ${outcome.reason}`)
  const { source, filesystem, ...rest } = outcome
  const text = (path: string) => readFileSync(path, 'utf8')
  return { ...rest, source: text(source), filesystem: JSON.parse(text(filesystem)) }
}

const withReferences = (...references: string[]) => ({
  ...petsDocument(),
  components: {
    schemas: Object.fromEntries(references.map((reference, index) => [`S${index}`, { $ref: reference }])),
  },
})

describe('a document', () => {
  test.each(['2.0', '3.0.3', '3.1.0', '3.1.1'])('of version %s is read', async (version) => {
    const { openapi: _openapi, ...rest } = petsDocument()
    const document = version === '2.0' ? { swagger: version, ...rest } : petsDocument('Pets', version)
    const { filesystem, fileName, source } = done(await readText(textOf(document)))
    expect(filesystem).toEqual({ [fileName]: document })
    expect(source).toBe(textOf(document))
  })

  test('can be YAML, whose versions may be numbers, and is stored unchanged', async () => {
    const { filesystem, contentType, source } = done(await readText(swaggerYaml.replace('"2.0"', '2.0')))
    expect(contentType).toBe('application/yaml')
    expect(source).toContain('swagger: 2.0')
    expect(filesystem['openapi.yaml'].paths['/pets'].get.responses['200'].description).toBe('All of them')
  })

  test('has the name of its file', async () => {
    const { url } = await serveFiles({ '/api/pets.json': textOf(petsDocument()) })
    expect(done(await readUrl(`${url}/api/pets.json?token=1`)).fileName).toBe('pets.json')
  })

  test.each([
    ['a list', '[]'],
    ['a text', 'openapi'],
    ['nothing', ' '],
    ['an object without a version', '{"info":{}}'],
    ['OpenAPI 4', '{"openapi":"4.0.0"}'],
    ['Swagger 1.2', '{"swagger":"1.2"}'],
    ['malformed', '{"openapi":"3.0.0",'],
    ['a page of HTML', '<!doctype html><html><body>openapi: 3.0.0</body></html>'],
    ['nested beyond measure', `{"openapi":"3.0.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['YAML that holds itself', 'openapi: 3.0.0\nx: &x\n  - *x'],
  ])('that is %s is rejected', async (_what, text) => {
    expect(await readText(text)).toMatchObject({ kind: 'failed', code: 'PARSE_ERROR' })
  })

  test('with nested aliases that expand too far is rejected', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const item = level === 0 ? '"lol"' : `*l${level - 1}`
      return `l${level}: &l${level} [${Array(9).fill(item).join(', ')}]`
    })
    expect(await readText(`openapi: 3.0.0\n${levels.join('\n')}`)).toMatchObject({ code: 'PARSE_ERROR' })
  })

  test('has a content hash that depends on its content, but not on member order and format', async () => {
    const { openapi, info, paths } = petsDocument()
    const hashes = [
      textOf({ openapi, info, paths }),
      textOf({ paths, info, openapi }),
      `openapi: 3.1.0\ninfo: {version: "1", title: Pets}\npaths: ${textOf(paths)}`,
      textOf(petsDocument('Cats')),
    ].map(async (text) => done(await readText(text)).contentHash)
    const [first, ...others] = await Promise.all(hashes)
    expect(others.map((hash) => hash === first)).toEqual([true, true, false])
  })
})

describe('fetching', () => {
  test('of a missing document fails', async () => {
    const { url } = await serveFiles({})
    expect(await readUrl(`${url}/pets.json`)).toMatchObject({ code: 'FETCH_ERROR' })
  })

  test('from a server that does not respond times out', async () => {
    const { url } = await serve(() => {})
    expect(await readUrl(url, { timeoutMs: 50 })).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  test('times out if all files together take too long', async () => {
    const { url } = await serve(() => {})
    expect(await readUrl(url, { totalTimeoutMs: 50 })).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  test('follows a redirect, but not into a private network', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { Location: '/new/pets.json' }).end()
      else if (request.url === '/inside') response.writeHead(302, { Location: 'http://10.0.0.1/x' }).end()
      else response.end(textOf(petsDocument()))
    })
    expect(done(await readUrl(`${url}/moved`)).fileName).toBe('pets.json')
    expect(await readUrl(`${url}/inside`)).toMatchObject({
      code: 'FETCH_ERROR',
      reason: expect.stringContaining('private'),
    })
  })

  test('of a file over the size limit fails', async () => {
    const { url } = await serveFiles({ '/pets.json': textOf(petsDocument()) })
    expect(await readUrl(`${url}/pets.json`, { maxBytes: 10 })).toMatchObject({ code: 'FETCH_ERROR' })
  })
})

describe('a referenced file', () => {
  test('is included once by its path, also in cycles, and references are not rewritten', async () => {
    const entry = withReferences('models/pet.yaml#/Pet', '../shared.json', '#/components/schemas/S0')
    const { url, requested } = await serveFiles({
      '/api/v1/pets.json': textOf(entry),
      '/api/v1/models/pet.yaml': 'Pet:\n  properties:\n    owner: {$ref: "owner.yaml#/Owner"}\n',
      '/api/v1/models/owner.yaml': 'Owner:\n  items: {$ref: "./pet.yaml#/Pet"}\n',
      '/api/shared.json': textOf({ $ref: 'v1/pets.json#/info' }),
    })
    const { filesystem } = done(await readUrl(`${url}/api/v1/pets.json`))
    expect(Object.keys(filesystem)).toEqual([
      'pets.json',
      'models/pet.yaml',
      '../shared.json',
      'models/owner.yaml',
    ])
    expect(filesystem['pets.json']).toEqual(entry)
    expect(filesystem['models/pet.yaml'].Pet.properties.owner).toEqual({ $ref: 'owner.yaml#/Owner' })
    expect(requested).toHaveLength(4)
  })

  test('on another server has its URL as its path, also for a text, whose relative references are ignored', async () => {
    const { url } = await serveFiles({ '/pet.json': textOf({ type: 'object' }) })
    const outcome = await readText(textOf(withReferences(`${url}/pet.json`, 'other.json', 'urn:pet')))
    expect(Object.keys(done(outcome).filesystem)).toEqual(['openapi.json', `${url}/pet.json`])
  })

  test('is not taken from examples or from properties named $ref', async () => {
    const { url, requested } = await serveFiles({
      '/pets.json': textOf({
        ...petsDocument(),
        components: {
          schemas: {
            Pet: { properties: { $ref: { type: 'string' } }, example: { $ref: 'none.json' } },
            Cat: { default: { $ref: 'none.json' } },
          },
        },
      }),
    })
    done(await readUrl(`${url}/pets.json`))
    expect(requested).toEqual(['/pets.json'])
  })

  test('must exist and be valid', async () => {
    const { url } = await serveFiles({
      '/missing.json': textOf(withReferences('nothing.json')),
      '/broken.json': textOf(withReferences('broken.yaml')),
      '/broken.yaml': '{"a": [',
    })
    expect(await readUrl(`${url}/missing.json`)).toMatchObject({ code: 'FETCH_ERROR' })
    expect(await readUrl(`${url}/broken.json`)).toMatchObject({ code: 'PARSE_ERROR' })
  })

  test('cannot be in a private network', async () => {
    expect(await readText(textOf(withReferences('http://192.168.0.1/x.json')))).toMatchObject({
      code: 'FETCH_ERROR',
    })
  })

  test('is limited in number, depth and size', async () => {
    const { url } = await serve((request, response) => {
      const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
      response.end(textOf(number === 0 ? withReferences('1.json') : { $ref: `${number + 1}.json` }))
    })
    const refused = { code: 'FETCH_ERROR' }
    expect(await readUrl(`${url}/0.json`)).toMatchObject({
      ...refused,
      reason: expect.stringContaining('deep'),
    })
    expect(await readUrl(`${url}/0.json`, { maxFiles: 3 })).toMatchObject(refused)
    expect(await readUrl(`${url}/0.json`, { maxTotalBytes: 200 })).toMatchObject(refused)
  })
})

test.runIf(isLongRun)('a folder that cannot be written to is no fault of the document', async () => {
  const { url } = await serveFiles({ '/pets.json': textOf(petsDocument()) })
  const path = join(await temporaryFolder(), 'text')
  await writeFile(path, textOf(petsDocument()))
  const options = { owner: 'organization', folder: '/missing', allow }
  for (const source of [{ kind: 'url', url: `${url}/pets.json` } as const, { kind: 'file', path } as const])
    await expect(bundleInWorker(source, options)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the pages of a document are read as they are asked for, and their file is closed by who stops early', async () => {
  const path = join(await temporaryFolder(), 'pages')
  const markdown = 'x'.repeat(4000)
  const page = (n: number) =>
    ({ key: `k${n}`, parentKey: null, kind: 'operations', title: '', markdown }) as const
  await writeFile(path, linesOfPages(Array.from({ length: 3000 }, (_, n) => page(n))))
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      const link = `/proc/self/fd/${name}`
      return existsSync(link) && readlinkSync(link) === path
    })
  const pages = readPages(path)
  expect((await pages.next()).value).toEqual(page(0))
  const [file] = openFiles()
  const position = Number(/^pos:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1])
  expect(position).toBeLessThan(1_000_000)
  await pages.return(undefined)
  await expect.poll(openFiles).toEqual([])
})
