import { isDeepStrictEqual } from 'node:util'
import type { ContentSnapshot, FileState, PageState, ReusableState } from './types.ts'

interface Differences<State> {
  readonly written: State[]
  readonly removed: string[]
}

export const differences = (
  wanted: ContentSnapshot,
  present: ContentSnapshot,
): {
  pages: Differences<PageState>
  files: Differences<FileState>
  reusable: Differences<ReusableState>
} => ({
  pages: between(wanted.pages, present.pages),
  files: between(wanted.files, present.files),
  reusable: between(wanted.reusable, present.reusable),
})

const between = <State>(
  wanted: ReadonlyMap<string, State>,
  present: ReadonlyMap<string, State>,
): Differences<State> => ({
  written: [...wanted].filter(([id, state]) => !isDeepStrictEqual(state, present.get(id))).map(([, s]) => s),
  removed: [...present.keys()].filter((id) => !wanted.has(id)),
})
