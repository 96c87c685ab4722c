import { AppError } from '../errors.ts'

/** Something that answers at a method and a path. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

export interface Match<Target extends Endpoint> {
  /** By method, all that stand at the path. */
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

/** The parameter names of a pattern, in order. */
export const parameterNames = (pattern: string): string[] =>
  [...pattern.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/**
 * Finds what stands at a path. A static segment wins over a parameter, a parameter over the rest of the path. An
 * empty segment fits no parameter and a trailing slash is part of the path, so that a client with an empty id is
 * told of it instead of being answered by the list above.
 */
export class Router<Target extends Endpoint> {
  readonly #root = createNode<Target>()

  constructor(targets: readonly Target[]) {
    for (const target of targets) this.#add(target)
  }

  #add(target: Target): void {
    let node = this.#root
    const segments = target.path.slice(1).split('/')
    segments.forEach((segment, index) => {
      if (/^:\w+\*$/.test(segment) && index === segments.length - 1) node = node.rest ??= createNode()
      else if (/^:\w+$/.test(segment)) node = node.parameter ??= createNode()
      else if (/^[\w.-]+$/.test(segment)) node = childNode(node, segment)
      else throw new Error(`"${segment}" is no segment of a path`)
    })
    const present = node.targets.get(target.method)
    if (present) throw new Error(`the path is taken already, by ${present.method} ${present.path}`)
    node.targets.set(target.method, target)
  }

  /** `path` as it came, below the prefix, with its leading slash. */
  match(path: string): Match<Target> | undefined {
    const segments = path.slice(1).split('/').map(decodeSegment)
    const values: string[] = []
    const node = find(this.#root, segments, 0, values)
    if (!node) return undefined
    return {
      targets: node.targets,
      parameters: (target) =>
        Object.fromEntries(parameterNames(target.path).map((name, index) => [name, values[index] as string])),
    }
  }
}

function childNode<Target extends Endpoint>(node: Node<Target>, segment: string): Node<Target> {
  const present = node.statics.get(segment)
  if (present) return present
  const child = createNode<Target>()
  node.statics.set(segment, child)
  return child
}

/** `values` holds the parameters on the way to the node that is returned. */
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
    throw new AppError('BAD_USER_INPUT', 'The address has a malformed percent-encoding.')
  }
}
