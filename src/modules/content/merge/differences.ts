import { isDeepStrictEqual } from 'node:util'
import type { ContentSnapshot, FileState, PageState, ReusableState } from './types.ts'

/** What has to be written to make one state of content into another. */
interface Differences<State> {
  readonly written: State[]
  /** Ids of what is there no longer. */
  readonly removed: string[]
}

/** What differs between the content that is wanted and the content that there is. */
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
  written: [...wanted].flatMap(([id, state]) => (isDeepStrictEqual(state, present.get(id)) ? [] : [state])),
  removed: [...present.keys()].filter((id) => !wanted.has(id)),
})
