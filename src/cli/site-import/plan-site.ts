import { posix } from 'node:path'
import { slug } from 'github-slugger'
import { slugOfName } from '../../formats/body/file-slugs.ts'
import { isInToolFolder, type SourceEntry } from '../../formats/import/files/entries.ts'
import { sourceLimits } from '../../formats/import/limits.ts'
import { editionsOf } from '../../formats/import/markdown/layouts/editions.ts'
import { recognizeLayout } from '../../formats/import/markdown/layouts/recognize.ts'
import type { Book, Layout } from '../../formats/import/markdown/repository/layout.ts'
import { isMarkdown } from '../../formats/import/markdown/repository/paths.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import { findSiteConfiguration, readSiteConfiguration } from './docs-yaml.ts'
import { languageTag } from './language-tag.ts'
import type {
  PlannedGroup,
  PlannedNode,
  PlannedSection,
  PlannedSpace,
  SiteNote,
  SitePlan,
} from './site-plan.ts'
import { statedLanguage } from './stated-language.ts'

interface PlanOptions {
  readonly title: string
  /** The folder that is read as if it were the source. */
  readonly root?: string | undefined
}

/**
 * Finds the spaces of a site in a source, and their order: by its `docs.yaml`, by the languages or the several books that it
 * is recognized to have; else the source is one space with the title of the site.
 */
export async function planSite(
  allEntries: readonly SourceEntry[],
  { title, root = '.' }: PlanOptions,
): Promise<SitePlan> {
  const entries = allEntries.filter(({ path }) => !isInToolFolder(path))
  const configuration = await findSiteConfiguration(entries, root)
  if (configuration) return withoutEmpty(readSiteConfiguration(configuration), entries)
  const layout = await recognizeLayout(entries, { root })
  if (layout.books.length > 0) return withoutEmpty(planOfBooks(layout.books), entries)
  const variants = await variantsOf(entries, layout)
  if (variants.spaces.length > 1) return variants
  const folder = posix.join(root, './').replace(/(?<=.)\/$/, '')
  const language = await statedLanguage(entries, folder)
  const only: PlannedSpace = { kind: 'space', title, folder, language, isDefault: true }
  return { spaces: [only], nodes: [], notes: [] }
}

/** Finds the languages and versions of documentation that its generator has in folders, each a variant of the site. */
async function variantsOf(entries: readonly SourceEntry[], layout: Layout): Promise<SitePlan> {
  const editions = await editionsOf(entries, layout, sourceLimits)
  const spaces = editions.map((edition, index): PlannedSpace => {
    const language = languageTag(edition.language)
    const name = edition.label ?? (edition.language && languageName(edition.language))
    const title = [name, edition.version].filter(Boolean).join(' ') || 'Docs'
    const path = slugOfName(edition.path ?? edition.language ?? '')
    return {
      ...{ kind: 'space', title, folder: edition.folder, isDefault: index === 0 },
      ...(language !== undefined && { language }),
      ...(path !== '' && { path }),
    }
  })
  const text = `has ${spaces.length} languages or versions, each a variant of the site`
  return { spaces, nodes: [], notes: [{ kind: 'RECOGNIZED', path: layout.config ?? '.', text }] }
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageName(language: string): string {
  const known = languageTag(language)
  return known === undefined ? language : (names.of(known) ?? language)
}

/** Books in folders with names of languages are translations of one another, others are sections. */
function planOfBooks(books: readonly Book[]): SitePlan {
  const languages = books.map(({ folder, code }) => languageTag(code ?? posix.basename(folder)))
  const areTranslations =
    books.every(({ code }) => code !== undefined) || languages.every((language) => language !== undefined)
  const spaces = books.map(({ folder, title }, index): PlannedSpace => {
    const shared = { kind: 'space', title, folder } as const
    if (!areTranslations) return { ...shared, isDefault: true }
    const path = slug(posix.basename(folder)) || undefined
    return { ...shared, isDefault: index === 0, language: languages[index], path }
  })
  const kind = areTranslations ? 'variant of the site' : 'section'
  const notes: SiteNote[] = [
    { kind: 'RECOGNIZED', path: '.', text: `The source has ${books.length} books, each a ${kind}.` },
  ]
  if (areTranslations) return { spaces, nodes: [], notes }
  const nodes = spaces.map(
    (space, index): PlannedSection => ({
      ...{ kind: 'section', title: space.title, isDefault: index === 0, spaces: [space] },
    }),
  )
  return { spaces: [], nodes, notes }
}

/** Returns a plan without the spaces whose folders have no page, which notes name. Throws if none has one. */
function withoutEmpty(plan: SitePlan, entries: readonly SourceEntry[]): SitePlan {
  const notes: SiteNote[] = [...plan.notes]
  const having = (spaces: readonly PlannedSpace[]) =>
    spaces.filter(({ title, folder }) => {
      const has = entries.some(
        ({ path }) => isMarkdown(path) && (folder === '.' || path.startsWith(`${folder}/`)),
      )
      if (!has)
        notes.push({
          kind: 'DROPPED',
          path: folder,
          text: `the space "${title}" is left out, because there is no page in its folder`,
        })
      return has
    })
  const spaces = having(plan.spaces)
  const nodes = plan.nodes.flatMap((node) => reduced(node, having))
  if (spaces.length === 0 && !nodes.some(hasSection))
    throw invalidSource('SOURCE_OF_OPERATOR', 'The source has no page in any folder of its site.')
  return { ...plan, spaces, nodes, notes }
}

function reduced(
  node: PlannedNode,
  having: (spaces: readonly PlannedSpace[]) => PlannedSpace[],
): PlannedNode[] {
  if (node.kind === 'external-link') return [node]
  if (node.kind === 'section-group') {
    const group: PlannedGroup = {
      ...node,
      children: node.children.flatMap((child) => reduced(child, having)),
    }
    return [group]
  }
  const spaces = having(node.spaces)
  return spaces.length === 0 ? [] : [{ ...node, spaces }]
}

const hasSection = (node: PlannedNode): boolean =>
  node.kind === 'section' || (node.kind === 'section-group' && node.children.some(hasSection))
