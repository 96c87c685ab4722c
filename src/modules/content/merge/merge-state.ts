import { isDeepStrictEqual } from 'node:util'
import type { Body, StoredDocument } from '../documents-store.ts'
import { mergeBody } from './merge-body.ts'
import type { ContentConflict } from './types.ts'

/** A page, file or reusable content on the three sides, all of which have it. */
export interface Sides<State> {
  readonly base: State
  readonly ours: State
  readonly theirs: State
}

/** What is merged, and what came of it so far. */
export interface MergeProgress {
  readonly bodies: ReadonlyMap<string, Body>
  readonly created: Map<string, StoredDocument>
  readonly conflicts: ContentConflict[]
}

/** What a conflict is about. */
export type Subject = Pick<ContentConflict, 'object' | 'objectId' | 'title'>

/**
 * Merges members that belong together and change as one. Where both sides changed them differently, theirs stay and
 * a conflict named `field` is noted.
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

/** Merges each member by itself. */
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

/** Merges bodies; every place that cannot be combined is a conflict of its own. */
export function mergeDocument(
  sides: Sides<{ readonly documentId: string | null }>,
  subject: Subject,
  { bodies, created, conflicts }: MergeProgress,
): string | null {
  const { base, ours, theirs } = sides
  const merged = mergeBody(
    { base: base.documentId ?? null, ours: ours.documentId, theirs: theirs.documentId },
    bodies,
  )
  if (merged.created) created.set(merged.created.id, merged.created)
  for (const hunks of merged.conflicts) conflicts.push({ ...subject, kind: 'BODY', field: null, ...hunks })
  return merged.documentId
}

interface GitPlace {
  readonly documentId?: string | null
  readonly gitOid: string | null
  readonly gitPath: string | null
}

/** Where it stands in git is nothing that people edit, so it never conflicts; a merged body is no object of git's. */
export function mergeGit(
  { base, ours, theirs }: Sides<GitPlace>,
  isNewBody: boolean,
): Pick<GitPlace, 'gitOid' | 'gitPath'> {
  const gitPath = theirs.gitPath === base.gitPath ? ours.gitPath : theirs.gitPath
  const gitOid = theirs.gitOid === base.gitOid ? ours.gitOid : theirs.gitOid
  return { gitPath, gitOid: isNewBody ? null : gitOid }
}
