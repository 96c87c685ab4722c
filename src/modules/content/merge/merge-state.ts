import { isDeepStrictEqual } from 'node:util'
import type { Body, StoredDocument } from '../documents.ts'
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

/** The object of a conflict. */
export type Subject = Pick<ContentConflict, 'object' | 'objectId' | 'title'>

/**
 * Merges members as a unit. If both sides changed them differently, returns those of theirs and calls `onConflict`.
 */
export function mergeMembers<State extends object, Name extends keyof State & string>(
  { base, ours, theirs }: Sides<State>,
  names: readonly Name[],
  onConflict: (sides: Sides<Pick<State, Name>>) => void,
): Pick<State, Name> {
  const pick = (side: State) =>
    Object.fromEntries(names.map((name) => [name, side[name]])) as Pick<State, Name>
  const sides = { base: pick(base), ours: pick(ours), theirs: pick(theirs) }
  if (isDeepStrictEqual(sides.ours, sides.theirs) || isDeepStrictEqual(sides.ours, sides.base))
    return sides.theirs
  if (isDeepStrictEqual(sides.theirs, sides.base)) return sides.ours
  onConflict(sides)
  return sides.theirs
}

/** Merges each member individually. */
export function mergeFields<State extends object, Name extends keyof State & string>(
  sides: Sides<State>,
  names: readonly Name[],
  subject: Subject,
  { conflicts }: MergeProgress,
): Pick<State, Name> {
  const merged = names.map((name) =>
    mergeMembers(sides, [name], ({ base, ours, theirs }) =>
      conflicts.push({
        ...subject,
        kind: 'FIELD',
        field: name,
        base: base[name] ?? null,
        ours: ours[name],
        theirs: theirs[name],
      }),
    ),
  )
  return Object.assign({}, ...merged) as Pick<State, Name>
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
