import { unreadable } from './failure.ts'
import { maximumNesting } from './limits.ts'

/** Members whose value is data of the described service, where `$ref` is not a reference. */
const dataMembers = new Set(['example', 'default', 'enum', 'const', 'value'])

/** Members whose own members are named by the author. */
const namingMembers = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'schemas',
  'parameters',
  'responses',
  'examples',
  'headers',
  'callbacks',
  'links',
  'pathItems',
  'webhooks',
  'requestBodies',
  'securitySchemes',
])

interface Node {
  readonly value: object
  readonly depth: number
  /** Whether its members are named by the author, so that none of them is a keyword. */
  readonly names: boolean
}

/** Returns the external references of a document without their fragments. */
export function referencesIn(document: unknown): Set<string> {
  const references = new Set<string>()
  const seen = new WeakSet<object>()
  const pending: Node[] = []
  const enter = (value: unknown, depth: number, names: boolean) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    if (depth > maximumNesting) throw unreadable(`nested more than ${maximumNesting} deep`)
    seen.add(value)
    pending.push({ value, depth, names })
  }
  enter(document, 0, false)
  // The loop also visits nodes added during the iteration.
  for (const { value, depth, names } of pending) {
    for (const [name, member] of Object.entries(value)) {
      if (names || !dataMembers.has(name)) enter(member, depth + 1, !names && namingMembers.has(name))
      if (name !== '$ref' || names || typeof member !== 'string') continue
      const [file] = member.split('#')
      if (file) references.add(file)
    }
  }
  return references
}
