import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { importLine } from '../../report/lines.ts'
import { noteOf } from '../../report/notes.ts'
import type { Layout } from '../repository/layout.ts'
import { isIn, isMarkdown } from '../repository/paths.ts'
import { docusaurusEditions } from './docusaurus.ts'
import { mkdocsLanguages } from './mkdocs.ts'
import { vitepressLocales } from './vitepress.ts'

/** A language or a version of documentation, in a folder of its own. */
export interface Edition {
  readonly folder: string
  readonly language?: string
  readonly version?: string
  /** The title of the language; empty for the only one. */
  readonly label?: string
  /** The path at which it is below the documentation. */
  readonly path?: string
}

/** Returns the editions of documentation that have pages, the default first. */
export async function editionsOf(
  entries: readonly SourceEntry[],
  layout: Layout,
  limits: SourceLimits,
): Promise<Edition[]> {
  const editions = await statedEditions(entries, layout, limits)
  return editions.filter(({ folder }) => hasPage(entries, folder, editions))
}

async function statedEditions(
  entries: readonly SourceEntry[],
  layout: Layout,
  limits: SourceLimits,
): Promise<Edition[]> {
  switch (layout.kind) {
    case 'VITEPRESS':
      return vitepressLocales(entries, layout, limits)
    case 'MKDOCS': {
      const languages = await mkdocsLanguages(entries, layout, limits)
      return languages.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    }
    case 'DOCUSAURUS':
      return docusaurusEditions(entries, layout, limits)
    default:
      return []
  }
}

/** Returns whether a folder has a page that is in none of the folders of others in it. */
function hasPage(entries: readonly SourceEntry[], folder: string, others: readonly Edition[]): boolean {
  const inner = others.filter((other) => other.folder !== folder && isIn(folder, other.folder))
  return entries.some(
    ({ path }) => isMarkdown(path) && isIn(folder, path) && !inner.some((other) => isIn(other.folder, path)),
  )
}

/** Returns a layout with a note on the other editions that its source has. */
export async function withEditionsNoted(
  entries: readonly SourceEntry[],
  layout: Layout,
  limits: SourceLimits,
): Promise<Layout> {
  const others = (await editionsOf(entries, layout, limits)).filter(({ folder }) => folder !== layout.root)
  if (others.length === 0) return layout
  const folders = others.map(({ folder }) => folder).join(', ')
  const text = `has other languages or versions (in ${folders}): choose a folder as the root to read only that, or "import --site" for a space of each`
  const note = noteOf('RECOGNIZED', layout.config ?? '.', importLine('IMPORT_EDITIONS', text, { folders }))
  return { ...layout, notes: [...layout.notes, note] }
}
