import { isDeepStrictEqual } from 'node:util'
import type { MergeProgress, Sides, Subject } from './merge-state.ts'

interface Rules<State> {
  readonly isEdited: (before: State, after: State) => boolean
  /** Merges an object that both sides have. */
  readonly merge: (sides: Sides<State>, progress: MergeProgress) => State
  readonly subject: (state: State) => Subject
  /** Returns the values that a conflict includes for a side. */
  readonly summarize: (state: State) => unknown
}

/** The objects that are merged in one step, which takes a few milliseconds. */
const objectsPerStep = 500

/**
 * Merges the sets of objects, and each object, in steps. An object that one side deleted is removed, unless the other side
 * edited it: that is a conflict, for which theirs is used.
 */
export function* mergePresence<State>(
  { base, ours, theirs }: Sides<ReadonlyMap<string, State>>,
  rules: Rules<State>,
  progress: MergeProgress,
): Generator<void, Map<string, State>> {
  const merged = new Map<string, State>()
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  for (const [index, id] of ids.entries()) {
    if (index > 0 && index % objectsPerStep === 0) yield
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
 * The base of an object that only both sides have, because one side deleted it, the other kept it, and it was restored
 * since. Every difference is then a conflict.
 */
const nothing = <State>() => ({}) as State

function mergeOne<State>(
  { base, ours, theirs }: Sides<State | undefined>,
  rules: Rules<State>,
  progress: MergeProgress,
): State | undefined {
  if (ours !== undefined && theirs !== undefined) {
    // Unchanged states are usually the same object on all sides, which makes the comparison cheap.
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
      base: rules.summarize(base),
      ours: ours === undefined ? null : rules.summarize(ours),
      theirs: theirs === undefined ? null : rules.summarize(theirs),
    })
  else return undefined
  return theirs
}
