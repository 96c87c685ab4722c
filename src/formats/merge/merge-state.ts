import { isDeepStrictEqual } from 'node:util'
import type { Body, StoredDocument } from '../body/documents.ts'
import { type MergedBody, mergeBody, sidesKey } from './merge-body.ts'
import type { ContentConflict } from './types.ts'

/** The base and the two sides of an object or value. */
export interface Sides<State> {
  readonly base: State
  readonly ours: State
  readonly theirs: State
}

/** The input bodies of a merge, and the bodies and conflicts that it produced so far. */
export interface MergeProgress {
  readonly bodies: ReadonlyMap<string, Body>
  readonly mergedBodies: ReadonlyMap<string, MergedBody>
  readonly created: Map<string, StoredDocument>
  readonly conflicts: ContentConflict[]
}

export type Subject = Pick<ContentConflict, 'object' | 'objectId' | 'title'>

/** Merges members as a unit. If both sides changed them differently, takes those of theirs and calls `onConflict`. */
export function mergeMembers<State extends object, Name extends keyof State & string>(
  sides: Sides<State>,
  names: readonly Name[],
  onConflict: () => void,
): Pick<State, Name> {
  const chosen = chooseSide(sides, names, onConflict)
  return Object.fromEntries(names.map((name) => [name, chosen[name]])) as Pick<State, Name>
}

/** Returns the side with the merged members. */
function chooseSide<State extends object>(
  { base, ours, theirs }: Sides<State>,
  names: readonly (keyof State)[],
  onConflict: () => void,
): State {
  if (areEqual(ours, theirs, names) || areEqual(ours, base, names)) return theirs
  if (areEqual(theirs, base, names)) return ours
  onConflict()
  return theirs
}

/** Returns whether members of two states are equal: most are texts, and most objects are the same. */
export const areEqual = <State extends object>(
  one: State,
  other: State,
  names: readonly (keyof State)[],
): boolean => names.every((name) => one[name] === other[name] || isDeepStrictEqual(one[name], other[name]))

/** Merges each member individually. */
export function mergeFields<State extends object, Name extends keyof State & string>(
  sides: Sides<State>,
  names: readonly Name[],
  subject: Subject,
  { conflicts }: MergeProgress,
): Pick<State, Name> {
  const { base, ours, theirs } = sides
  const merged: Partial<Pick<State, Name>> = {}
  for (const name of names) {
    const chosen = chooseSide(sides, [name], () =>
      conflicts.push({
        ...subject,
        kind: 'FIELD',
        field: name,
        base: base[name] ?? null,
        ours: ours[name],
        theirs: theirs[name],
      }),
    )
    merged[name] = chosen[name]
  }
  return merged as Pick<State, Name>
}

/** Merges bodies, with one conflict for each group of conflicting lines. */
export function mergeDocument(
  sides: Sides<{ readonly documentId: string | null }>,
  subject: Subject,
  { bodies, mergedBodies, created, conflicts }: MergeProgress,
): string | null {
  const { base, ours, theirs } = sides
  const documents = { base: base.documentId ?? null, ours: ours.documentId, theirs: theirs.documentId }
  const merged = mergedBodies.get(sidesKey(documents)) ?? mergeBody(documents, bodies)
  if (merged.created) created.set(merged.created.id, merged.created)
  for (const hunks of merged.conflicts) conflicts.push({ ...subject, kind: 'BODY', field: null, ...hunks })
  return merged.documentId
}

interface GitColumns {
  readonly documentId?: string | null
  readonly gitOid: string | null
  readonly gitPath: string | null
}

/** Merges git metadata, which never conflicts because users do not edit it. A merged body has no git object. */
export function mergeGit(
  { base, ours, theirs }: Sides<GitColumns>,
  isNewBody: boolean,
): Pick<GitColumns, 'gitOid' | 'gitPath'> {
  const gitPath = theirs.gitPath === base.gitPath ? ours.gitPath : theirs.gitPath
  const gitOid = theirs.gitOid === base.gitOid ? ours.gitOid : theirs.gitOid
  return { gitPath, gitOid: isNewBody ? null : gitOid }
}
