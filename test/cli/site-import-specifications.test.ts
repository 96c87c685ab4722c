import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherSpec } from '../../src/cli/site-import/gather-spec.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeSite } from './made-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a specification in several files becomes one, with its names, and tells what is missing', async () => {
  const page =
    '# API\n\n{% openapi-operation spec="shop" path="/pets" method="get" %}\n{% endopenapi-operation %}\n'
  const files = {
    'README.md': page,
    'shop/openapi.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /pets: { $ref: paths/pets.yaml }
components:
  schemas:
    Pet: { $ref: schemas/pet.yaml }
    Own: { type: string }
`,
    'shop/paths/pets.yaml': `get:
  parameters: [{ $ref: '../common.yaml#/parameters/limit' }]
  responses:
    '200': { description: The pets, content: { application/json: { schema: { $ref: ../schemas/pets.yaml } } } }
    '404': { $ref: '../common.yaml#/responses/Missing' }
    '500': { $ref: '../none.yaml#/responses/None' }
`,
    'shop/common.yaml': `parameters: { limit: { name: limit, in: query, schema: { $ref: '#/schemas/Limit' } } }
responses: { Missing: { description: Missing } }
schemas: { Limit: { type: integer }, Own: { type: number } }
`,
    'shop/schemas/pets.yaml': 'type: array\nitems: { $ref: pet.yaml }\n',
    'shop/schemas/pet.yaml': `type: object
properties:
  parent: { $ref: ./pet.yaml }
  own: { $ref: ../openapi.yaml#/components/schemas/Own }
  other: { $ref: ../common.yaml#/schemas/Own }
  kind: { oneOf: [{ type: string }], discriminator: { propertyName: k, mapping: { dog: ./dog.json } } }
`,
    'shop/schemas/dog.json': '{"type": "object"}',
  }
  const { result } = await makeSite(app, files, 'Shop')
  expect(result?.notes.map(({ kind, path, text }) => [kind, path, text])).toEqual([
    ['RECOGNIZED', 'shop/openapi.yaml', 'is the specification "shop", gathered from 6 files'],
    [
      'DROPPED',
      'shop/openapi.yaml',
      'the reference ../none.yaml#/responses/None leads to nothing in the source',
    ],
  ])
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, size: text.length, read: async () => Buffer.from(text) },
  }))
  const path = 'shop/openapi.yaml'
  const document = JSON.parse((await gatherSpec({ path, text: files[path] }, entries)).text)
  const refs = (name: string) => ({ $ref: `#/components/${name}` })
  expect(document.paths['/pets'].get).toMatchObject({
    parameters: [refs('parameters/limit')],
    responses: {
      200: { content: { 'application/json': { schema: refs('schemas/pets') } } },
      404: refs('responses/Missing'),
      500: { $ref: '../none.yaml#/responses/None' },
    },
  })
  expect(document.components).toMatchObject({
    parameters: { limit: { schema: refs('schemas/Limit') } },
    responses: { Missing: { description: 'Missing' } },
    schemas: {
      Pet: {
        properties: {
          ...{ parent: refs('schemas/Pet'), own: refs('schemas/Own'), other: refs('schemas/Own-2') },
          kind: { discriminator: { mapping: { dog: '#/components/schemas/dog' } } },
        },
      },
      ...{ Own: { type: 'string' }, 'Own-2': { type: 'number' }, Limit: { type: 'integer' } },
      ...{ pets: { items: refs('schemas/Pet') }, dog: { type: 'object' } },
    },
  })
})
