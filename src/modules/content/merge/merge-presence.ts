import { isDeepStrictEqual } from 'node:util'
import type { MergeProgress, Sides, Subject } from './merge-state.ts'

interface Rules<State> {
  /** Whether somebody did something to it between two states. */
  readonly isEdited: (before: State, after: State) => boolean
  /** Merges what all three sides have. */
  readonly merge: (sides: Sides<State>, progress: MergeProgress) => State
  readonly subject: (state: State) => Subject
  /** What a conflict shows of a side that has it. */
  readonly shown: (state: State) => unknown
}

/**
 * Merges which things there are, and each of them. What one side deleted goes, unless the other side edited it: that
 * is a conflict, in which the side of theirs is kept.
 */
export function mergePresence<State>(
  { base, ours, theirs }: Sides<ReadonlyMap<string, State>>,
  rules: Rules<State>,
  progress: MergeProgress,
): Map<string, State> {
  const merged = new Map<string, State>()
  for (const id of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const state = mergeOne(
      { base: base.get(id), ours: ours.get(id), theirs: theirs.get(id) },
      rules,
      progress,
    )
    if (state !== undefined) merged.set(id, state)
  }
  return merged
}

/**
 * Both sides may have what their base has not: what was deleted in one, kept in the other, and restored since. Then
 * whatever differs is a conflict.
 */
const nothing = <State>() => ({}) as State

function mergeOne<State>(
  { base, ours, theirs }: Sides<State | undefined>,
  rules: Rules<State>,
  progress: MergeProgress,
): State | undefined {
  if (ours !== undefined && theirs !== undefined) {
    // What is unchanged mostly is one object on all sides, which is told apart at once.
    if (isDeepStrictEqual(theirs, base)) return ours
    if (isDeepStrictEqual(ours, base)) return theirs
    return rules.merge({ base: base ?? nothing<State>(), ours, theirs }, progress)
  }
  const left = ours ?? theirs
  if (base === undefined || left === undefined) return left
  if (rules.isEdited(base, left))
    progress.conflicts.push({
      ...rules.subject(left),
      kind: 'STRUCTURE',
      field: 'deleted',
      base: rules.shown(base),
      ours: ours === undefined ? null : rules.shown(ours),
      theirs: theirs === undefined ? null : rules.shown(theirs),
    })
  else return undefined
  return theirs
}
