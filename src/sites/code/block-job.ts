import type { Ask } from '../../workers/serve-jobs.ts'
import { codeLimits } from './limits.ts'

/** The knowledge of the blocks of a page when a job begins. */
export interface BlockState {
  /** The keys of the blocks that are finished already. */
  readonly known: readonly string[]
  /** The keys of the blocks that took too long before, which are tried when all others are done. */
  readonly slow: readonly string[]
}

/** The progress that a job tells while it runs, so that it is not lost if the job is ended. */
export interface BlockProgress<Value> {
  readonly finished?: { readonly key: string; readonly value: Value }
  /** The key of the block that is begun next. */
  readonly begins?: string
}

/** The outcome of a job: whether nothing is left to do. */
export interface BlockOutcome {
  readonly isComplete: boolean
}

/**
 * Makes the values of the blocks that are not known. Ends after a while, so that a thread is not taken from others for long.
 * `make` returns undefined for a block without a value.
 */
export async function workThrough<Block, Value>(
  all: ReadonlyMap<string, Block>,
  state: BlockState,
  { ask, make }: { readonly ask: Ask; readonly make: (block: Block) => Promise<Value | undefined> },
): Promise<BlockOutcome> {
  const tell = (progress: BlockProgress<Value>) => ask(progress)
  const end = performance.now() + codeLimits.jobMilliseconds
  const blocks = blocksToDo(all, state)
  let finished: BlockProgress<Value>['finished']
  for (const [index, [key, block]] of blocks.entries()) {
    await tell({ ...(finished && { finished }), begins: key })
    const value = await make(block)
    finished = value === undefined ? undefined : { key, value }
    if (performance.now() < end || index === blocks.length - 1) continue
    if (finished) await tell({ finished })
    return { isComplete: false }
  }
  if (finished) await tell({ finished })
  return { isComplete: true }
}

/** Returns the blocks that are not known yet, those that were slow last. */
function blocksToDo<Block>(all: ReadonlyMap<string, Block>, { known, slow }: BlockState): [string, Block][] {
  const isKnown = new Set(known)
  const isSlow = new Set(slow)
  const blocks = [...all].filter(([key]) => !isKnown.has(key))
  return [...blocks.filter(([key]) => !isSlow.has(key)), ...blocks.filter(([key]) => isSlow.has(key))]
}
