import { getOperationAST, parse, print } from 'graphql'
import { laterForm } from '../rest/later-contract.ts'
import { fragmentsOf } from '../rest/operation.ts'
import { isSource, type NestedSources, type Route, type VariableSource } from '../rest/route.ts'

/** Returns the operations of all routes, and the fragments that they use, as one document. */
export const documentsOf = (routes: readonly Route[]): string => {
  const fragments = new Map(
    routes.flatMap((route) =>
      [
        ...fragmentsOf(parse((route.fragments ?? []).join('\n') || '{ __typename }', { noLocation: true })),
      ].map(([name, fragment]) => [name, print(fragment)] as const),
    ),
  )
  const sorted = [...fragments].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
  return `${[...routes.map(operationOf), ...sorted].join('\n\n')}\n`
}

/** Returns the routes that answer the open renderer otherwise, as it sees them. */
export const laterRoutes = (routes: readonly Route[]): Route[] =>
  routes.filter(({ later }) => later).map(laterForm)

/** Returns the operation of a route, under its address and the origins of its variables. */
function operationOf(route: Route): string {
  const operation = getOperationAST(parse(route.operation, { noLocation: true }))
  if (!operation) throw new Error(`${route.method} ${route.path} has no operation`)
  const origins = Object.entries(route.variables).map(([name, source]) => `#   $${name}: ${originOf(source)}`)
  return [`# ${route.method} ${route.path}`, ...origins, print(operation)].join('\n')
}

function originOf(source: VariableSource | NestedSources): string {
  if (!isSource(source))
    return `{ ${Object.entries(source)
      .map(([name, inner]) => `${name}: ${originOf(inner)}`)
      .join(', ')} }`
  if (source.from === 'constant') return JSON.stringify(source.value)
  return source.name === undefined ? 'the body' : `${source.from} ${source.name}`
}
