import { unreadable } from './failure.ts'
import { maximumNesting } from './limits.ts'

/** Members whose value is data of the described service, where `$ref` means nothing. */
const dataMembers = new Set(['example', 'default', 'enum', 'const', 'value'])

/** Members whose own members have names that the author chose. */
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

interface Place {
  readonly value: object
  readonly depth: number
  /** Whether the names of its members are names of things, and not of what is said about one. */
  readonly names: boolean
}

/** What the references of a document point at, without the fragments; those within the document are left out. */
export function referencesIn(document: unknown): Set<string> {
  const references = new Set<string>()
  const seen = new WeakSet<object>()
  const pending: Place[] = []
  const enter = (value: unknown, depth: number, names: boolean) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    if (depth > maximumNesting) throw unreadable(`nested more than ${maximumNesting} deep`)
    seen.add(value)
    pending.push({ value, depth, names })
  }
  enter(document, 0, false)
  // What is entered meanwhile has its turn too.
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
