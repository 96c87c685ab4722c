import type { MergeInput, MergeResult } from './types.ts'

export function mergeContent(_input: MergeInput): MergeResult {
  throw new Error('stand-in')
}
