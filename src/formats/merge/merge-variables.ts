import type { Variables, VariableValue } from '../body/variables.ts'
import type { Sides } from './merge-state.ts'
import type { ContentConflict } from './types.ts'

/**
 * Merges the variables of a space by name: what one side changed counts. Different changes by both sides are a conflict, for
 * which the result has the value of theirs.
 */
export function mergeVariables({ base, ours, theirs }: Sides<Variables>): {
  readonly variables: Variables
  readonly conflicts: readonly ContentConflict[]
} {
  const variables: Record<string, VariableValue> = {}
  const conflicts: ContentConflict[] = []
  for (const name of [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()) {
    const isChanged = theirs[name] !== base[name] && theirs[name] !== ours[name]
    const chosen = isChanged ? theirs[name] : ours[name]
    if (chosen !== undefined) variables[name] = chosen
    if (isChanged && ours[name] !== base[name])
      conflicts.push({
        ...{ kind: 'FIELD', object: 'VARIABLE', objectId: name, title: name, field: 'value' },
        base: base[name] ?? null,
        ours: ours[name] ?? null,
        theirs: theirs[name] ?? null,
      })
  }
  return { variables, conflicts }
}
