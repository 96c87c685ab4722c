import type { CompiledRoute } from './compiled-route.ts'
import type { RowExample } from './examples.ts'

interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** Returns the request with curl and, where it has a method for the row, with the published client. */
export function codeSamples(
  baseUrl: string,
  address: string,
  route: CompiledRoute,
  example: RowExample,
): CodeSample[] {
  const samples = [{ lang: 'Shell', label: 'curl', source: curl(baseUrl, address, route, example) }]
  if (example.client)
    samples.push({ lang: 'JavaScript', label: '@gitbook/api', source: published(baseUrl, example) })
  return samples
}

function curl(baseUrl: string, address: string, { method, permission }: CompiledRoute, example: RowExample) {
  const path = address.replace(/\{(\w+)\}/g, (_match, name: string) => `$${shellName(name)}`)
  const query = new URLSearchParams(example.query).toString()
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${baseUrl}/v1${path}${query && `?${query}`}"`,
    ...(permission === 'public' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(example.body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(example.body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** `organizationId` → `ORGANIZATION_ID`. */
const shellName = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const quoted = (body: unknown) => `'${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`

function published(baseUrl: string, { client, query, body }: RowExample): string {
  const values: Readonly<Record<string, unknown>> = { query, data: body ?? {} }
  const given = (client?.arguments ?? []).filter((name) => name !== 'query' || query !== undefined)
  const texts = given.map((name) =>
    Object.hasOwn(values, name) ? JSON.stringify(values[name], null, 2) : name,
  )
  return `import { GitBookAPI } from '@gitbook/api'

const client = new GitBookAPI({ endpoint: '${baseUrl}', authToken: token })
const { data } = await client.${client?.method}(${texts.join(', ')})`
}
