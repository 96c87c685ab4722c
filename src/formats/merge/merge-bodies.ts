import { runContentJob } from '../../workers/content-threads.ts'
import type { Body } from '../body/documents.ts'
import { mapInGroups } from '../body/parsing/in-groups.ts'
import { parsedOnMainThread } from '../body/parsing/main-thread.ts'
import type { BodyMerges } from './body-merges-job.ts'
import type { ContentSnapshot } from './content-snapshot.ts'
import { type BodySides, type MergedBody, mergeBody, sidesKey } from './merge-body.ts'

const jobModule = new URL('./body-merges-job.ts', import.meta.url)

/**
 * Merges the bodies that both sides changed, for `mergeContent`: here if they are few and small, and else in threads.
 * Returns them by their sides.
 */
export async function mergeBodies(
  snapshots: Record<keyof BodySides, ContentSnapshot>,
  bodies: ReadonlyMap<string, Body>,
  owner: string,
): Promise<Map<string, MergedBody>> {
  const merges = changedByBoth(snapshots)
  const textsOf = (sides: BodySides) => bodiesOf(sides, bodies).map(([, { markdown }]) => markdown)
  const merged =
    parsedOnMainThread(merges.flatMap(textsOf), () => merges.map((sides) => mergeBody(sides, bodies))) ??
    (await mapInGroups(
      merges,
      (sides) => textsOf(sides).reduce((sum, { length }) => sum + length, 0),
      (group) => mergeInThread(group, bodies, owner),
    ))
  return new Map(merges.map((sides, index) => [sidesKey(sides), merged[index] as MergedBody]))
}

const mergeInThread = (
  merges: readonly BodySides[],
  bodies: ReadonlyMap<string, Body>,
  owner: string,
): Promise<MergedBody[]> =>
  runContentJob<BodyMerges, MergedBody[]>(
    jobModule,
    { merges, bodies: new Map(merges.flatMap((sides) => bodiesOf(sides, bodies))) },
    { owner },
  )

/** Returns the bodies that both sides changed differently, each once. */
function changedByBoth({ base, ours, theirs }: Record<keyof BodySides, ContentSnapshot>): BodySides[] {
  const found = new Map<string, BodySides>()
  for (const part of ['pages', 'reusable'] as const)
    for (const [id, { documentId: ofTheirs }] of theirs[part]) {
      const ofOurs = ours[part].get(id)?.documentId
      const ofBase = base[part].get(id)?.documentId ?? null
      if (ofOurs === undefined || ofOurs === ofTheirs || ofOurs === ofBase || ofTheirs === ofBase) continue
      const sides = { base: ofBase, ours: ofOurs, theirs: ofTheirs }
      found.set(sidesKey(sides), sides)
    }
  return [...found.values()]
}

/** Returns the bodies of sides that are not empty, by id. */
const bodiesOf = (sides: BodySides, bodies: ReadonlyMap<string, Body>): [string, Body][] =>
  Object.values(sides).flatMap((id: string | null) => {
    const body = id === null ? undefined : bodies.get(id)
    return id !== null && body ? [[id, body] satisfies [string, Body]] : []
  })
