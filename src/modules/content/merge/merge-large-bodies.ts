import { runContentJob } from '../../../workers/content-threads.ts'
import type { ContentSnapshot } from '../content-snapshot.ts'
import type { Body } from '../documents.ts'
import { parsingLimits } from '../parsing/limits.ts'
import type { BodyMerge } from './body-merge-job.ts'
import { type BodySides, type MergedBody, sidesKey } from './merge-body.ts'

const jobModule = new URL('./body-merge-job.ts', import.meta.url)

/**
 * Merges the bodies that both sides changed and that are too large for the main thread, in threads. Returns them by their
 * sides, for `mergeContent`, which merges all others.
 */
export async function mergeLargeBodies(
  snapshots: Record<keyof BodySides, ContentSnapshot>,
  bodies: ReadonlyMap<string, Body>,
  owner: string,
): Promise<Map<string, MergedBody>> {
  const large = changedByBoth(snapshots).filter(
    (sides) => sizeOf(sides, bodies) > parsingLimits.mainThread.characters,
  )
  const merged = await Promise.all(
    large.map((sides) =>
      runContentJob<BodyMerge, MergedBody>(
        jobModule,
        { sides, bodies: new Map(Object.values(sides).flatMap((id) => entryOf(id, bodies))) },
        { owner },
      ),
    ),
  )
  return new Map(large.map((sides, index) => [sidesKey(sides), merged[index] as MergedBody]))
}

function changedByBoth({ base, ours, theirs }: Record<keyof BodySides, ContentSnapshot>): BodySides[] {
  const found: BodySides[] = []
  for (const part of ['pages', 'reusable'] as const)
    for (const [id, { documentId: ofTheirs }] of theirs[part]) {
      const ofOurs = ours[part].get(id)?.documentId
      const ofBase = base[part].get(id)?.documentId ?? null
      if (ofOurs === undefined || ofOurs === ofTheirs || ofOurs === ofBase || ofTheirs === ofBase) continue
      found.push({ base: ofBase, ours: ofOurs, theirs: ofTheirs })
    }
  return found
}

const sizeOf = (sides: BodySides, bodies: ReadonlyMap<string, Body>): number =>
  Object.values(sides).reduce(
    (sum: number, id: string | null) => sum + ((id !== null && bodies.get(id)?.markdown.length) || 0),
    0,
  )

function entryOf(id: string | null, bodies: ReadonlyMap<string, Body>): [string, Body][] {
  const body = id === null ? undefined : bodies.get(id)
  return id !== null && body ? [[id, body]] : []
}
