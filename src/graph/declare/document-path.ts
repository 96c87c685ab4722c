import type { GraphQLResolveInfo } from 'graphql'

type Path = GraphQLResolveInfo['path']

/** Returns the response keys on a path, innermost first, without list indexes. It is the same for all items of a list. */
export function keysOfPath(path: Path | undefined): string {
  let keys = ''
  for (let step = path; step; step = step.prev) if (typeof step.key === 'string') keys += `.${step.key}`
  return keys
}
