import { budget } from '../../support/budget.ts'

/** The size of the large document, as indented JSON. */
export const largeMegabytes = budget(2, 10)

const counts = { tags: 50, resources: 100 * largeMegabytes, fields: 14, levels: 8 }

const indices = (count: number) => Array.from({ length: count }, (_, index) => index)

const schemaRef = (index: number) => ({ $ref: `#/components/schemas/Resource${index % counts.resources}` })

const field = (index: number) => ({
  type: 'string',
  description: `Field ${index} of the resource, as the owner of the resource has set it most recently.`,
  example: `value-${index}`,
  nullable: index % 3 === 0,
})

/** Returns a schema of nested objects, with the reference in the innermost. */
const nested = (levels: number, reference: object): object =>
  levels === 0
    ? reference
    : { type: 'object', properties: { below: nested(levels - 1, reference), level: field(levels) } }

/** Returns a schema that refers to itself, to the next schema, and in a nested object to a later one. The last refers to the first. */
const schema = (index: number) => ({
  title: `Resource ${index}`,
  type: 'object',
  required: ['field0', 'next'],
  properties: {
    ...Object.fromEntries(indices(counts.fields).map((number) => [`field${number}`, field(number)])),
    parent: schemaRef(index),
    next: schemaRef(index + 1),
    others: { type: 'array', items: schemaRef(index * 7 + 3) },
    nested: nested(counts.levels, schemaRef(index + 500)),
  },
})

const example = (index: number) => ({
  value: indices(8).map((item) => ({
    id: `resource-${index}-${item}`,
    ...Object.fromEntries(indices(counts.fields).map((number) => [`field${number}`, `value-${number}`])),
  })),
})

const operation = (index: number, action: string, list: boolean) => ({
  operationId: `resource${index}/${action}`,
  summary: `${action} resource ${index}`,
  description: `Access to resource ${index}. The caller needs the permission to ${action} it.`,
  tags: [`Tag ${index % counts.tags}`],
  parameters: [{ $ref: '#/components/parameters/page' }, { $ref: '#/components/parameters/sort' }],
  responses: {
    200: {
      description: 'OK',
      content: {
        'application/json': {
          schema: list ? { type: 'array', items: schemaRef(index) } : schemaRef(index),
          examples: { default: { $ref: `#/components/examples/Resource${index}` } },
        },
      },
    },
    404: { $ref: '#/components/responses/NotFound' },
  },
})

const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' }, description: name })

/**
 * Returns a large OpenAPI document. In a long run it has the size of the largest published ones: 2,000 operations and
 * 1,000 schemas, more than 10 MB. References form cycles, short and long ones.
 */
export const largeDocument = () => ({
  openapi: '3.0.3',
  info: { title: 'Large', version: '1' },
  tags: indices(counts.tags).map((index) => ({ name: `Tag ${index}` })),
  paths: Object.fromEntries(
    indices(counts.resources).map((index) => [
      `/resources${index}`,
      { get: operation(index, 'list', true), post: operation(index, 'create', false) },
    ]),
  ),
  components: {
    parameters: { page: parameter('page'), sort: parameter('sort') },
    responses: { NotFound: { description: 'Not found' } },
    schemas: Object.fromEntries(
      indices(counts.resources).map((index) => [`Resource${index}`, schema(index)]),
    ),
    examples: Object.fromEntries(
      indices(counts.resources).map((index) => [`Resource${index}`, example(index)]),
    ),
  },
})
