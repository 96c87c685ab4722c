import type { Route } from '../../../src/rest/route.ts'
import { publishedClient } from '../published-client.ts'

interface PublishedMethod {
  readonly method: string
  readonly arguments: readonly string[]
}

const addressOf = (method: string, path: string) => `${method} ${path.replace(/:\w+\*?|\$\{[^}]+\}/g, '*')}`

/** Reads the methods of the published client by what they request, read from their source. */
function readMethods(): ReadonlyMap<string, PublishedMethod> {
  const client = publishedClient('https://lectern.example.com', { token: '' }, fetch)
  const methods = Object.entries(client).flatMap(([group, members]) =>
    Object.entries((typeof members === 'object' && members) || {}).flatMap(([name, call]) => {
      const source = String(call)
      const path = /path: `([^`]+)`/.exec(source)?.[1]
      const method = /method: "(\w+)"/.exec(source)?.[1]
      if (path === undefined || method === undefined) return []
      const names = /^\(([^)]*)\) =>/.exec(source)?.[1]?.split(', ') ?? []
      const args = names.filter((each) => !each.startsWith('params'))
      return [[addressOf(method, path), { method: `${group}.${name}`, arguments: args }] as const]
    }),
  )
  return new Map(methods)
}

const methods = readMethods()

/** Returns the method of the published client that requests the row, if there is one. */
export const publishedMethodOf = ({ method, path }: Route): PublishedMethod | undefined =>
  methods.get(addressOf(method, path))
