import type { Served } from '../workers/serve-jobs.ts'
import { decode, parseJson } from './json-body.ts'

/** Parses a large body in a thread. */
export async function run(bytes: Uint8Array): Promise<Served<unknown>> {
  return { result: parseJson(decode(bytes)) }
}
