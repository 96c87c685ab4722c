/** Returns an operation of an OpenAPI document whose response has a schema. */
export const operation = (summary: string, tags: string[], schema = '#/components/schemas/Pet') => ({
  summary,
  tags,
  responses: { 200: { description: 'It', content: { 'application/json': { schema: { $ref: schema } } } } },
})

/** Returns an OpenAPI document with a tag below another, and a model. */
export const shop = (more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'The shop', version: '1', description: 'Sells animals.' },
  tags: [{ name: 'Pets' }, { name: 'Toys', parent: 'Pets' }],
  paths: {
    '/pets': { get: operation('List pets', ['Pets']) },
    '/toys': { get: operation('List toys', ['Toys']) },
    ...more,
  },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
})

/** Returns the members of every computed source. */
export const named = (spec: string) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})

/** Returns the source of a computed page. */
export const standsFor = (spec: string, models = true) => ({ ...named(spec), props: { models } })

interface Source extends ReturnType<typeof named> {
  readonly props: { readonly models?: boolean; readonly doc?: string; readonly page?: string }
}

/** Returns the source as the value of a variable in GraphQL, where the names of enums and Booleans differ. */
export const inGraph = ({ dependencies, props }: Source) => ({
  type: 'BUILTIN_OPENAPI',
  dependencies: { spec: { ref: { kind: 'OPENAPI', spec: dependencies.spec.ref.spec } } },
  props: {
    ...(props.models !== undefined && { includesModels: props.models }),
    ...(props.page !== undefined && { page: props.page }),
    ...(props.doc !== undefined && { doc: props.doc.toUpperCase() }),
  },
})

/** Returns the change that inserts a computed page. */
export const inserted = (spec: string, more: object = {}) => ({
  operation: 'insert_page',
  type: 'computed',
  title: 'API',
  computed: standsFor(spec),
  ...more,
})
