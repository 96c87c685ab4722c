import { isDeepStrictEqual } from 'node:util'
import type {
  ContentSnapshot,
  FileState,
  PageState,
  ReusableState,
} from '../../formats/merge/content-snapshot.ts'

/** The changes that turn one state of content into another. */
interface Differences<State> {
  readonly written: State[]
  /** Ids of the removed objects. */
  readonly removed: string[]
}

/** Returns the changes that turn the present content into the wanted content. */
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
