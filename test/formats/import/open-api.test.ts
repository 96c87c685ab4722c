import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../../support/budget.ts'
import { bodyOf, fileEntry, fixture, get, outline, read, readJson, sectionOf } from './open-api-source.ts'

describe('a document of OpenAPI 3', () => {
  it('becomes an overview, a page for each tag in order, one for other operations and one for schemas', async () => {
    const { pages, skipped } = await read(fixture('petstore-3.0.yaml'))
    expect(outline(pages)).toEqual(['p1 Pet Store', 'p2 store', 'p3 Pets', 'p4 Other', 'p5 Models'])
    expect(pages.map(({ slug }) => slug)).toEqual(['overview', 'store', 'pet', 'other', 'models'])
    expect(skipped).toEqual([])
  })

  it('has general information in the overview', async () => {
    const { pages } = await read(fixture('petstore-3.0.yaml'))
    const body = bodyOf(pages, 'Pet Store')
    expect(body).toContain('Version `1.2.0`\n\nA store that sells pets.\n\n## Errors\n\nAll errors have')
    expect(body).toContain('* Contact: [Support](<mailto:support@pets.example.com>)')
    expect(body).toContain(
      '| `https://{region}.pets.example.com/v3` | Production<br>`region`: `eu` One of: `eu`, `us` |',
    )
    expect(body).toContain('| `api_key` | apiKey | Name: `api_key`<br>In: `header` |  |')
    expect(body).toContain('Scope: `write:pets`<br>Scope: `read:pets`')
  })

  it('has operations with parameters, responses, headers and an example', async () => {
    const { pages } = await read(fixture('petstore-3.0.yaml'))
    const section = sectionOf(bodyOf(pages, 'Pets'), 'Find pets by status')
    expect(section).toContain(
      '**GET** `/pets`\n\nAuthentication: `petstore_auth` (`write:pets`, `read:pets`)',
    )
    expect(section).toContain(
      '| `status` | query | string |  | The status: one of a \\| b<br>or none<br>One of: `available`, `pending`, `sold`<br>Default: `available` |',
    )
    expect(section).toContain('| `limit` | query | integer |  | At most `100` |')
    expect(section).toContain(
      '**200**\n\nThe pets\n\n`application/json`, `application/xml`: array of [Pet](/pages/p5#schema-pet)',
    )
    expect(section).toContain('| `[].name` | string | Yes | Example: `Rex` |')
    expect(section).toContain('| `X-Rate-Limit` | integer (int32) | Calls left in this hour |')
    expect(section).toContain('**default**\n\nWhat went wrong')
    const example = /```json\n(.*?)```/s.exec(section)?.[1] ?? ''
    expect(JSON.parse(example)).toMatchObject([{ name: 'Rex', status: 'available', labels: {} }])
  })

  it('lists members of nested objects and arrays, and links to component schemas', async () => {
    const { pages } = await read(fixture('petstore-3.0.yaml'))
    expect(bodyOf(pages, 'store')).toContain(`| \`pet\` | [Pet](/pages/p5#schema-pet) | Yes |  |
| \`delivery\` | object |  | Where to |
| \`delivery.street\` | string | Yes | Longest length: \`100\` |
| \`delivery.windows\` | array of object |  |  |
| \`delivery.windows[].from\` | string (date-time) |  |  |
| \`payment\` | [Card](/pages/p5#schema-card) or string |  |  |`)
    expect(sectionOf(bodyOf(pages, 'Models'), 'Category')).toContain(
      '| `children` | array of [Category](/pages/p5#schema-category) |  |  |',
    )
    expect(bodyOf(pages, 'Models')).toContain('## Pet <a href="#schema-pet" id="schema-pet"></a>')
    expect(bodyOf(pages, 'Models')).toContain('Pattern: `^(\\d{4}\\|x)+$`')
  })

  it('keeps the Markdown of descriptions in its section', async () => {
    const { pages } = await read(fixture('petstore-3.0.yaml'))
    const section = sectionOf(bodyOf(pages, 'Pets'), 'Add a pet')
    expect(section).toContain('### Before you begin\n\nRead about [pets](https://pets.example.com).')
    expect(section).toContain('```\nan open fence\n```\n\nAuthentication')
    expect(section).toContain('```json\n{\n  "id": 7,\n  "name": "Rex"\n}\n```')
  })

  it('has deprecation, path parameters, optional authentication and external references', async () => {
    const { pages } = await read(fixture('petstore-3.0.yaml'))
    const body = bodyOf(pages, 'Pets')
    expect(sectionOf(body, 'Delete')).toContain(
      '{% hint style="warning" %}\nThis operation is deprecated.\n{% endhint %}',
    )
    expect(sectionOf(body, 'Delete')).toContain(
      '| `petId` | path | integer (int64) | Yes | Of the pet<br>At least `1` |',
    )
    expect(sectionOf(body, 'Get a pet')).toContain('Authentication: `api_key` or none')
    expect(sectionOf(body, 'Get a pet')).toContain(
      'Described elsewhere: <https://errors.example.com/common.yaml#/NotFound>',
    )
    expect(sectionOf(bodyOf(pages, 'Other'), 'GET /health')).not.toContain('Authentication')
  })

  it('of version 3.1 can have type lists, constants and webhooks', async () => {
    const { pages } = await readJson({
      openapi: '3.1.0',
      info: { title: 'Hooks', version: '1' },
      webhooks: {
        created: {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: { properties: { event: { const: 'created' }, by: { type: ['string', 'null'] } } },
                },
              },
            },
          },
        },
      },
    })
    expect(outline(pages)).toEqual(['p1 Hooks', 'p2 Webhooks'])
    expect(pages[1]?.markdown).toContain('**POST** `created`')
    expect(pages[1]?.markdown).toContain(
      '| `event` | string |  | One of: `created` |\n| `by` | string or null |  |  |',
    )
  })

  const parametersOf = async (...parameters: object[]) => {
    const { pages } = await readJson({
      ...get({ parameters }),
      components: {
        examples: { far: { summary: 'Far away', value: 'mars' } },
        schemas: { Place: { type: 'string', example: 'here', examples: ['there'] } },
      },
    })
    return bodyOf(pages, 'Operations')
  }

  it.each([
    ['example', { example: 'earth', schema: { type: 'string', example: 'other' } }, 'Example: `earth`'],
    ['x-example', { 'x-example': 7, type: 'integer' }, 'Example: `7`'],
    ['example of the schema', { schema: { type: 'object', example: { a: [1] } } }, 'Example: `{"a":[1]}`'],
    ['example of a referenced schema', { schema: { $ref: '#/components/schemas/Place' } }, 'Example: `here`'],
    ['examples of the schema', { schema: { examples: ['a|b', null] } }, 'Examples: `a\\|b`, `null`'],
    [
      'examples, one by reference',
      {
        examples: { near: { summary: 'Near', value: 'moon' }, far: { $ref: '#/components/examples/far' } },
        schema: {},
      },
      'Examples: `moon` (Near), `mars` (Far away)',
    ],
    [
      'examples of its media type',
      { content: { 'application/json': { examples: { one: { value: { x: 1 } } } } } },
      'Example: `{"x":1}`',
    ],
    ['an example that is a broken reference', { examples: { a: { $ref: '#/nowhere' } }, schema: {} }, '|  |'],
  ])('shows of a parameter the %s', async (_, parameter, expected) => {
    expect(await parametersOf({ name: 'p', in: 'query', ...parameter })).toContain(expected)
  })

  it('shows examples of properties and headers, and every example of a body by its name', async () => {
    const body = {
      schema: { properties: { when: { type: 'string', format: 'date', examples: ['2026-01-02'] } } },
      examples: {
        one: { summary: 'The *first*', value: { when: 'x' } },
        two: { $ref: '#/components/examples/far' },
      },
    }
    const { pages } = await readJson({
      ...get({
        requestBody: { content: { 'application/json': body } },
        responses: { 200: { headers: { 'X-Left': { example: 12, schema: { type: 'integer' } } } } },
      }),
      components: { examples: { far: { value: { when: 'y' } } } },
    })
    const text = bodyOf(pages, 'Operations')
    expect(text).toContain('| `when` | string (date) |  | Example: `2026-01-02` |')
    expect(text).toContain('| `X-Left` | integer | Example: `12` |')
    expect(text).toContain(
      'Example: The \\*first\\*\n\n```json\n{\n  "when": "x"\n}\n```\n\nExample: two\n\n```json\n{\n  "when": "y"\n}\n```',
    )
  })

  it.each<[string, object, string]>([
    ['a list with null', { type: ['string', 'null'], format: 'date' }, 'string (date) or null'],
    ['null first', { type: ['null', 'integer'], format: 'int64' }, 'null or integer (int64)'],
    ['nullable', { type: 'string', format: 'date', nullable: true }, 'string (date) or null'],
    ['nullable and a list', { type: ['string', 'null'], nullable: true }, 'string or null'],
    [
      'two types',
      { type: ['string', 'integer', 'null'], format: 'int32' },
      'string or integer (int32) or null',
    ],
    ['a choice', { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'string (uuid) or null'],
    [
      'a list of nullable',
      { type: 'array', items: { type: ['string', 'null'] } },
      'array of (string or null)',
    ],
    ['a nullable list', { type: ['array', 'null'], items: { type: 'string' } }, 'array of string or null'],
    [
      'a nullable reference',
      { $ref: '#/components/schemas/Place', nullable: true },
      '[Place](/pages/p3#schema-place) or null',
    ],
    [
      'a file',
      { type: 'string', contentMediaType: 'application/octet-stream' },
      'string (binary, application/octet-stream)',
    ],
    ['a file without a type', { contentMediaType: 'image/png' }, 'string (binary, image/png)'],
    [
      'an encoded file',
      { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
      'string (base64, image/png)',
    ],
    [
      'an embedded document',
      { type: 'string', contentMediaType: 'application/json' },
      'string (application/json)',
    ],
    ['a file of version 3.0', { type: 'string', format: 'binary' }, 'string (binary)'],
  ])('has the type of %s in words', async (_, schema, expected) => {
    expect(await parametersOf({ name: 'p', in: 'query', schema })).toContain(
      `| \`p\` | query | ${expected} |`,
    )
  })

  it('says that a body without a schema is a file', async () => {
    const content = { 'application/octet-stream': {}, 'image/png': { schema: {} }, 'text/plain': {} }
    const { pages } = await readJson(get({ requestBody: { content } }))
    const text = bodyOf(pages, 'Operations')
    expect(text).toContain('`application/octet-stream`, `image/png`: string (binary)')
    expect(text).toContain('`text/plain`')
    expect(text).not.toContain('`text/plain`:')
  })

  it.each<[string, object, string]>([
    [
      'by value',
      { enum: ['a', 'b'], 'x-enumDescriptions': { a: 'The | first\nof all' } },
      'One of:<br>• `a`: The \\| first of all<br>• `b`',
    ],
    [
      'by position',
      { enum: [1, 2], 'x-enumDescriptions': ['One', 'Two'] },
      'One of:<br>• `1`: One<br>• `2`: Two',
    ],
    [
      'of the items of a list',
      { type: 'array', items: { enum: ['a'], 'x-enumDescriptions': { a: 'First' } } },
      'One of:<br>• `a`: First',
    ],
    [
      'as constants',
      {
        oneOf: [
          { const: 'a', description: 'First' },
          { const: 'b', title: 'Second' },
        ],
      },
      'One of:<br>• `a`: First<br>• `b`: Second',
    ],
    ['of a wrong kind', { enum: ['constructor'], 'x-enumDescriptions': 7 }, 'One of: `constructor`'],
  ])('shows descriptions of allowed values %s', async (_, schema, expected) => {
    expect(await parametersOf({ name: 'p', in: 'query', schema })).toContain(expected)
  })

  it('writes the tables, lists and code of a description as lines of its cell', async () => {
    const description =
      'Before\n\n| Value | Meaning |\n| --- | :-: |\n| `a \\| b` | **First** [x](y) |\n| c |\n\n- one\n  - two\n1. three\n\n```json\n{ "a": 1 }\n```\n\n# End'
    expect(await parametersOf({ name: 'p', in: 'query', description, schema: {} })).toContain(
      'Before<br>**Value** · **Meaning**<br>`a \\| b` · **First** [x](y)<br>c<br>• one<br>◦ two<br>1. three<br>`{ "a": 1 }`<br>**End** |',
    )
  })

  it('has the callbacks of an operation, also by reference', async () => {
    const callback = {
      '{$request.body#/url}': {
        post: {
          summary: 'Order shipped',
          description: '# Note\n\nRetried.',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } },
          },
          responses: { 204: { description: 'Received' } },
          callbacks: { again: { $ref: '#/components/callbacks/shipped' } },
        },
      },
    }
    const { pages } = await readJson({
      ...get({
        callbacks: {
          inline: { 'https://x/{$request.query.id}': { get: { responses: {} } } },
          shipped: { $ref: '#/components/callbacks/shipped' },
          far: { $ref: 'other.yaml#/x' },
        },
      }),
      security: [{ key: [] }],
      components: {
        callbacks: { shipped: callback },
        schemas: { Loop: { properties: { id: { example: 5 } } } },
      },
    })
    const text = bodyOf(pages, 'Operations')
    expect(text).toContain(
      '### Callbacks\n\n#### inline\n\nRequest to the caller: **GET** `https://x/{$request.query.id}`\n\n#### shipped\n\nOrder shipped\n\nRequest to the caller: **POST** `{$request.body#/url}`\n\n##### Note\n\nRetried.\n\n##### Request body\n\nRequired.\n\n`application/json`: [Loop](/pages/p3#schema-loop)\n\n| Name | Type | Required | Description |\n| --- | --- | --- | --- |\n| `id` | any |  | Example: `5` |',
    )
    expect(text).toContain('##### Responses\n\n**204**\n\nReceived')
    expect(text).toContain('#### far\n\nDescribed elsewhere: `other.yaml#/x`')
    expect(text.match(/Authentication/g)).toHaveLength(1)
  })

  it.runIf(isLongRun)(
    'with hundreds of operations is split within the limits of pages, with working links',
    async () => {
      const path = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json')
      const { pages, skipped } = await read(fileEntry(path))
      expect(skipped).toEqual([])
      expect(outline(pages)).toContain('  p3 Organization members')
      expect(outline(pages).slice(-2)).toEqual(['p64 Models', 'p65 Models (2)'])
      expect(pages.at(-1)?.markdown).toContain('](/pages/p64#schema-')
      expect(pages.at(-2)?.markdown).not.toContain('.md#')
    },
  )
})

describe('a document of OpenAPI 2', () => {
  it('is converted in the same way', async () => {
    const { pages } = await read(fixture('petstore-2.0.json'))
    expect(outline(pages)).toEqual(['p1 Pet Store 2', 'p2 pet', 'p3 Models'])
    expect(bodyOf(pages, 'Pet Store 2')).toContain(
      '| `https://pets.example.com/v2` |  |\n| `http://pets.example.com/v2` |  |',
    )
    const body = bodyOf(pages, 'pet')
    expect(sectionOf(body, 'Add')).toContain(
      '### Request body\n\nRequired.\n\nThe pet\n\n`application/json`: [Pet](/pages/p3#schema-pet)',
    )
    expect(sectionOf(body, 'Change')).toContain('| `petId` | path | integer (int64) | Yes |  |')
    expect(sectionOf(body, 'Change')).toContain(
      '| `name` | string |  | Its name |\n| `photo` | file | Yes | Its photo |',
    )
    expect(sectionOf(body, 'Change')).toContain(
      '`application/json`, `application/xml`: [Pet](/pages/p3#schema-pet)',
    )
    expect(sectionOf(body, 'Change')).toContain('```json\n{\n  "id": 1\n}\n```')
  })
})

describe('tags', () => {
  it('are nested below their parents, and at the top level if they form a cycle', async () => {
    const { pages } = await readJson({
      openapi: '3.0.0',
      info: { title: 'T', version: '1' },
      tags: [
        { name: 'b', description: 'text', 'x-parent': 'a' },
        { name: 'a', 'x-page-title': 'First' },
        { name: 'c', description: 'text', 'x-parent': 'd' },
        { name: 'd', description: 'text', 'x-parent': 'c' },
        { name: 'empty' },
      ],
      paths: {},
    })
    expect(outline(pages)).toEqual(['p1 T', 'p2 First', '  p3 b', 'p4 c', 'p5 d'])
  })
})
