import type { Served } from '../../workers/serve-jobs.ts'
import type { Body } from '../body/documents.ts'
import { type BodySides, type MergedBody, mergeBody } from './merge-body.ts'

export interface BodyMerges {
  readonly merges: readonly BodySides[]
  /** The bodies of all sides, by id. */
  readonly bodies: ReadonlyMap<string, Body>
}

/** Merges the bodies of some pages in a thread, in the same order. */
export const run = async ({ merges, bodies }: BodyMerges): Promise<Served<MergedBody[]>> => ({
  result: merges.map((sides) => mergeBody(sides, bodies)),
})
