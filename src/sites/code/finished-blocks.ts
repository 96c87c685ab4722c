import { setTimeout as wait } from 'node:timers/promises'
import type { SiteCache } from '../../modules/published-sites/site-cache.ts'
import { BlockWork, type RunBlocks } from './block-work.ts'
import { codeLimits } from './limits.ts'

/** The values of the blocks of a page as far as they are known, and whether those are all. */
export interface FinishedBlocks<Value> {
  readonly values: ReadonlyMap<string, Value>
  readonly isComplete: boolean
}

export const noBlocks: FinishedBlocks<never> = {
  values: new Map<string, never>(),
  isComplete: true,
}

/**
 * Returns what is finished within a moment; the rest is finished behind, for the next reader, unless this one is patient and
 * waits for all. It is kept by the key, which determines it. Only what is finished is kept, never that something took too long.
 */
export async function readFinishedBlocks<Value>(
  cache: SiteCache,
  key: string,
  {
    run,
    bytesOf,
    isPatient = false,
  }: {
    readonly run: RunBlocks<Value>
    readonly bytesOf: (value: Value) => number
    readonly isPatient?: boolean | undefined
  },
): Promise<FinishedBlocks<Value>> {
  const work = (cache.get(key) as BlockWork<Value> | undefined) ?? new BlockWork<Value>(bytesOf)
  const keep = () => cache.set(key, work, work.bytes)
  keep()
  const running = work.continue(run).finally(keep)
  // What nobody keeps would never be there for the next reader.
  const waits = isPatient || !cache.isKeeping
  const patience = waits ? running : wait(codeLimits.waitMilliseconds, undefined, { ref: false })
  if (!work.isComplete) await Promise.race([running, patience])
  return { values: work.values, isComplete: work.isComplete }
}
