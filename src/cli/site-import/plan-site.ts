import { posix } from 'node:path'
import { slug } from 'github-slugger'
import { badRequest } from '../../errors.ts'
import { isInToolFolder, type SourceEntry } from '../../modules/imports/sources/entries.ts'
import { type ImportNote, titleFromName } from '../../modules/imports/sources/outline.ts'
import { isMarkdown } from '../../modules/imports/sources/repository.ts'
import { findSiteConfiguration, readSiteConfiguration } from './docs-yaml.ts'
import { languageTag } from './language-tag.ts'
import { languagesOfBook } from './languages-of-book.ts'
import type { PlannedGroup, PlannedNode, PlannedSection, PlannedSpace, SitePlan } from './site-plan.ts'

/**
 * Finds the spaces of a site in a source, and their order: by `docs.yaml`, by `LANGS.md`, by the folders that have a
 * `.gitbook.yaml` or a table of contents of their own; else the source is one space with the title of the site.
 */
export async function planSite(allEntries: readonly SourceEntry[], title: string): Promise<SitePlan> {
  const entries = allEntries.filter(({ path }) => !isInToolFolder(path))
  const configuration = await findSiteConfiguration(entries)
  if (configuration) return withoutEmpty(readSiteConfiguration(configuration), entries)
  const languages = await languagesOfBook(entries)
  if (languages) return withoutEmpty(languages, entries)
  return planOfFolders(entries) ?? planOfOne(title)
}

const planOfOne = (title: string): SitePlan => ({
  spaces: [{ kind: 'space', title, folder: '.', isDefault: true }],
  nodes: [],
  notes: [],
})

/** Returns the plan for several folders with their own configuration or table of contents, and none at the top. */
function planOfFolders(entries: readonly SourceEntry[]): SitePlan | null {
  for (const [name, told] of [
    [/^\.gitbook\.ya?ml$/, '.gitbook.yaml'],
    [/^summary\.md$/i, 'SUMMARY.md'],
  ] as const) {
    const having = entries.filter(({ path }) => name.test(posix.basename(path)))
    const folders = outermost(having.map(({ path }) => posix.dirname(path)))
    if (folders.includes('.')) return null
    if (folders.length > 1) return planOfSeveral(folders, told)
  }
  return null
}

/** Returns the folders that are in none of the others, in natural order. */
function outermost(folders: readonly string[]): string[] {
  const order = new Intl.Collator('en', { numeric: true })
  const sorted = [...new Set(folders)].sort((a, b) => a.length - b.length)
  const found: string[] = []
  for (const folder of sorted)
    if (!found.some((above) => above === '.' || folder.startsWith(`${above}/`))) found.push(folder)
  return found.sort(order.compare)
}

/** Folders with names of languages are translations of one another, others are sections. */
function planOfSeveral(folders: readonly string[], file: string): SitePlan {
  const languages = folders.map((folder) => languageTag(posix.basename(folder)))
  const areTranslations = languages.every((language) => language !== undefined)
  const spaces = folders.map(
    (folder, index): PlannedSpace => ({
      kind: 'space',
      title: titleFromName(posix.basename(folder)),
      folder,
      isDefault: areTranslations ? index === 0 : true,
      ...(areTranslations && { language: languages[index], path: slug(posix.basename(folder)) }),
    }),
  )
  const text = `has ${file} in ${folders.length} folders: each is a ${areTranslations ? 'variant in its language' : 'section'}.`
  const notes: ImportNote[] = [{ kind: 'RECOGNIZED', path: '.', text: `The source ${text}` }]
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
  const notes: ImportNote[] = [...plan.notes]
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
    throw badRequest('SOURCE_UNREADABLE', { problem: 'The source has no page in any folder of its site.' })
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
