import { readFileSync, writeFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../src/base/errors.ts'
import type { Examples } from '../../src/rest/examples.ts'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { schema } from '../../src/server/graph.ts'
import { reference } from '../../src/server/reference.ts'
import { startOwnTestApp } from '../support/app.ts'
import { fallsTo } from '../support/budget.ts'
import { publishedMethodOf } from '../support/examples/published-methods.ts'
import { recordExamples } from '../support/examples/record.ts'
import { rowName } from './world.ts'

const file = new URL('../../src/server/examples.json', import.meta.url)

// `npm run examples` records them anew.
test.runIf(process.env.RECORD_EXAMPLES)('records the examples', async () => {
  const app = await startOwnTestApp()
  try {
    writeFileSync(file, `${JSON.stringify(await recordExamples(app), null, 2)}\n`)
  } finally {
    await app.close()
  }
})

interface Content {
  readonly 'application/json': { readonly schema: object; readonly example?: unknown }
}

interface Operation {
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
  readonly 'x-codeSamples': { readonly lang: string; readonly source: string }[]
}

let document: {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { content: Content }> }
}
let ajv: Ajv2020

const recorded = () => JSON.parse(readFileSync(file, 'utf8')) as Examples

beforeAll(async () => {
  const baseUrl = 'https://lectern.example.com'
  const fresh = { ...reference, examples: recorded() }
  const described = await openApiDocument({ schema, baseUrl, reference: fresh }, compiledRoutes)
  document = described as typeof document
  ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'openapi', ...document })
})

const escaped = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns what is wrong with the example in a part of the document, which must exist. */
function faultsOf(
  { 'application/json': { example } }: Content,
  keys: readonly (string | number)[],
  isValidated = true,
): unknown {
  if (example === undefined) return 'there is no example'
  if (!isValidated) return undefined
  const pointer = [...keys, 'content', 'application/json', 'schema'].map(escaped).join('/')
  // What several parts refer to is compiled once.
  const check = ajv.getSchema(`openapi#/${pointer}`) as ValidateFunction
  return check(example) ? undefined : check.errors
}

const keysOf = ({ path, method }: { path: string; method: string }) =>
  [path.replace(/:(\w+)\*?/g, '{$1}'), method.toLowerCase()] as const

function operationOf(route: { path: string; method: string }): Operation {
  const [path, method] = keysOf(route)
  return document.paths[path]?.[method] as Operation
}

describe('the examples of the reference', () => {
  test('contain every body and every answer, and fit their schemas', () => {
    const faults = compiledRoutes.flatMap((route, index) => {
      const { requestBody, responses } = operationOf(route)
      const keys = ['paths', ...keysOf(route)]
      const content = responses[route.status]?.content
      // In `npm test` one row in six: to compile their schemas takes most of the time.
      const isValidated = fallsTo(0, 6, index)
      const found = {
        // A body that may be absent has no example if the request of the tests has none.
        body: requestBody?.required
          ? faultsOf(requestBody.content, [...keys, 'requestBody'], isValidated)
          : undefined,
        answer: content && faultsOf(content, [...keys, 'responses', route.status], isValidated),
      }
      return found.body || found.answer ? [{ row: rowName(route.route), ...found }] : []
    })
    expect(faults).toEqual([])
  })

  test('contain every documented error, with the status of its code', () => {
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expect({ name, faults: faultsOf(content, ['components', 'responses', name]) }).toEqual({
        name,
        faults: undefined,
      })
      const code = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase() as ErrorCode
      expect(content['application/json'].example).toMatchObject({ error: { code: errorTable[code].status } })
    }
  })

  test('belong to rows that exist, and have no secret and no address of a machine', () => {
    const ids = new Set(compiledRoutes.map(({ operationId }) => operationId))
    expect(Object.keys(recorded().rows).filter((id) => !ids.has(id))).toEqual([])
    const text = readFileSync(file, 'utf8')
    expect(text.match(/127\.0\.0\.1|localhost|\/tmp\/|\/work\//g)).toBeNull()
    const tokens = text.match(/\b(?:lsg|lectern)_[\w.-]+/g) ?? []
    expect([...new Set(tokens)].filter((token) => !/^lectern_exampl(e_token)?$/.test(token))).toEqual([])
  })

  test('are shown as commands, and as calls of the published client where it has one', () => {
    for (const { route, method, path } of compiledRoutes) {
      const languages = operationOf({ method, path })['x-codeSamples'].map(({ lang }) => lang)
      const expected = publishedMethodOf(route) ? ['Shell', 'JavaScript'] : ['Shell']
      expect({ row: rowName(route), languages }).toEqual({ row: rowName(route), languages: expected })
    }
  })
})
