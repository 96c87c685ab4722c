import type { Served } from '../../../workers/serve-jobs.ts'
import type { Body } from '../documents.ts'
import { type BodySides, type MergedBody, mergeBody } from './merge-body.ts'

export interface BodyMerge {
  readonly sides: BodySides
  readonly bodies: ReadonlyMap<string, Body>
}

/** Merges the bodies of one page in a thread. */
export const run = async ({ sides, bodies }: BodyMerge): Promise<Served<MergedBody>> => ({
  result: mergeBody(sides, bodies),
})
