import { AppError } from '../base/errors.ts'

/** A route with a method and a path pattern. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

export interface Match<Target extends Endpoint> {
  /** The endpoints of the path, by method. */
  readonly targets: ReadonlyMap<string, Target>
  readonly parameters: (target: Target) => Record<string, string>
}

interface Node<Target extends Endpoint> {
  readonly statics: Map<string, Node<Target>>
  parameter: Node<Target> | undefined
  rest: Node<Target> | undefined
  readonly targets: Map<string, Target>
}

const createNode = <Target extends Endpoint>(): Node<Target> => ({
  statics: new Map(),
  parameter: undefined,
  rest: undefined,
  targets: new Map(),
})

export const parameterNames = (pattern: string): string[] =>
  [...pattern.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/**
 * Matches paths. Static segments take precedence over parameters, and parameters over the rest of the path. A slash at the
 * end means nothing. Empty segments match no parameter, so that a request with an empty id in its middle is NOT_FOUND.
 */
export class Router<Target extends Endpoint> {
  readonly #root = createNode<Target>()
  readonly #names = new Map<Target, readonly string[]>()

  constructor(targets: readonly Target[]) {
    for (const target of targets) this.#add(target)
  }

  #add(target: Target): void {
    let node = this.#root
    const segments = segmentsOf(target.path)
    segments.forEach((segment, index) => {
      if (/^:\w+\*$/.test(segment) && index === segments.length - 1) node = node.rest ??= createNode()
      else if (/^:\w+$/.test(segment)) node = node.parameter ??= createNode()
      else if (/^[\w.-]+$/.test(segment)) node = childNode(node, segment)
      else throw new Error(`"${segment}" is not a valid path segment`)
    })
    const present = node.targets.get(target.method)
    if (present) throw new Error(`the path is already used by ${present.method} ${present.path}`)
    node.targets.set(target.method, target)
    this.#names.set(target, parameterNames(target.path))
  }

  /** Matches the undecoded path below the prefix, with its leading slash. */
  match(path: string): Match<Target> | undefined {
    const segments = segmentsOf(path.replace(/(?<=.)\/$/, '')).map(decodeSegment)
    const values: string[] = []
    const node = find(this.#root, segments, 0, values)
    if (!node) return undefined
    return {
      targets: node.targets,
      parameters: (target) =>
        Object.fromEntries(
          (this.#names.get(target) ?? []).map((name, index) => [name, values[index] as string]),
        ),
    }
  }
}

const segmentsOf = (path: string): string[] => (path === '/' ? [] : path.slice(1).split('/'))

function childNode<Target extends Endpoint>(node: Node<Target>, segment: string): Node<Target> {
  const present = node.statics.get(segment)
  if (present) return present
  const child = createNode<Target>()
  node.statics.set(segment, child)
  return child
}

/** Finds the node of a path. Appends the values of its parameters to `values`. */
function find<Target extends Endpoint>(
  node: Node<Target>,
  segments: readonly string[],
  index: number,
  values: string[],
): Node<Target> | undefined {
  const segment = segments[index]
  if (segment === undefined) return node.targets.size > 0 ? node : undefined
  const fixed = node.statics.get(segment)
  const found = fixed && find(fixed, segments, index + 1, values)
  if (found) return found
  if (segment === '') return undefined
  if (node.parameter) {
    values.push(segment)
    const below = find(node.parameter, segments, index + 1, values)
    if (below) return below
    values.pop()
  }
  if (node.rest) values.push(segments.slice(index).join('/'))
  return node.rest
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The URL has malformed percent-encoding.')
  }
}
