import { mergeTexts, type TextConflict, withRewrittenLines } from './merge-texts.ts'
import {
  type DetailName,
  detailNames,
  type PageBase,
  type PageContent,
  type PageDetails,
} from './page-content.ts'

/** A page that two people changed from the same base. */
export interface Reconciled {
  /** The page with the changes of both. Where they exclude each other, it has mine. */
  readonly merged: PageContent
  readonly conflicts: readonly TextConflict[]
  readonly detailConflicts: readonly DetailName[]
}

/** Merges what is in the editor with what somebody else has saved since. */
export function reconcile(base: PageBase, mine: PageContent, theirs: PageContent): Reconciled {
  // What the server wrote differently is no change of anybody.
  const own = withRewrittenLines(base.typed.markdown, mine.markdown, base.saved.markdown)
  const { text, conflicts } = mergeTexts(base.saved.markdown, own, theirs.markdown)
  const details = detailNames.map((name) => mergeDetail(name, base, mine, theirs))
  return {
    merged: {
      ...(Object.fromEntries(details.map(({ name, value }) => [name, value])) as unknown as PageDetails),
      markdown: text,
    },
    conflicts,
    detailConflicts: details.filter(({ excludes }) => excludes).map(({ name }) => name),
  }
}

function mergeDetail(name: DetailName, base: PageBase, mine: PageContent, theirs: PageContent) {
  if (mine[name] === base.typed[name]) return { name, value: theirs[name], excludes: false }
  const excludes = theirs[name] !== base.saved[name] && theirs[name] !== mine[name]
  return { name, value: mine[name], excludes }
}
