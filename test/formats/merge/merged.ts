import { mergeSteps } from '../../../src/formats/merge/merge-content.ts'
import type { MergeInput, MergeResult } from '../../../src/formats/merge/types.ts'

/** Merges content at once. */
export function mergeContent(input: MergeInput): MergeResult {
  const steps = mergeSteps(input)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
