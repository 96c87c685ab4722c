import { type MemberPath, withMembers } from '../body/front-matter.ts'
import { patched } from './patched-text.ts'

export type MemberChange = readonly [path: MemberPath, value: unknown]

/** Changes members of a YAML text. Lines of others stay as they are. Empty for a text without any member. */
export function withYamlMembers(yaml: string, changes: readonly MemberChange[]): string {
  if (changes.length === 0) return yaml
  if (yaml.trim() === '') return withMembers(null, changes) ?? ''
  const form = withMembers(yaml, []) ?? ''
  const changed = withMembers(yaml, changes) ?? ''
  if (changed === '') return ''
  const trail = /\s*$/.exec(yaml)?.[0] ?? ''
  return patched(yaml.trimEnd(), form, changed).trimEnd() + trail
}
