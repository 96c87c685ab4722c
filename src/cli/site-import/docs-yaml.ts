import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import { languageTag } from './language-tag.ts'
import type {
  PlannedGroup,
  PlannedLink,
  PlannedNode,
  PlannedSection,
  PlannedSpace,
  SiteNote,
  SitePlan,
} from './site-plan.ts'

const maximumBytes = 1024 * 1024

const text = z.string().nullish()
const flag = z.boolean().nullish()
const localized = z.record(z.string(), z.string()).nullish()
const title = z.string().min(1)

const named = { title, localizedTitle: localized, key: text }
const described = { description: text, localizedDescription: localized, icon: text }

const spaceShape = z.looseObject({
  type: z.literal('space'),
  ...named,
  path: text,
  default: flag,
  hidden: flag,
  draft: flag,
  condition: text,
  content: z.looseObject({ directory: z.string().min(1).nullable(), language: text }),
})

const sectionShape = z.looseObject({
  type: z.literal('section'),
  ...named,
  ...described,
  path: text,
  default: flag,
  condition: text,
  children: z.array(spaceShape).nullish(),
})

const linkShape = z.looseObject({
  type: z.literal('external-link'),
  ...named,
  ...described,
  url: z.string().min(1),
  draft: flag,
  condition: text,
})

const groupMembers = { type: z.literal('section-group'), ...named, icon: text, draft: flag }

interface GivenGroup extends z.infer<z.ZodObject<typeof groupMembers>> {
  readonly children?: readonly (GivenSection | GivenLink | GivenGroup)[] | null | undefined
}

const groupShape: z.ZodType<GivenGroup> = z.looseObject({
  ...groupMembers,
  children: z.lazy(() => z.array(z.union([sectionShape, linkShape, groupShape])).nullish()),
})

const siteShape = z.looseObject({
  title: title.nullish(),
  structure: z.array(z.union([spaceShape, sectionShape, linkShape, groupShape])).min(1),
})

const configShape = z.looseObject({
  $schema: z.unknown().optional(),
  version: z.literal(1).nullish(),
  site: siteShape,
})

type GivenSpace = z.infer<typeof spaceShape>
type GivenSection = z.infer<typeof sectionShape>
type GivenLink = z.infer<typeof linkShape>
type GivenNode = GivenSpace | GivenSection | GivenLink | GivenGroup

/** A file of a source that configures a site. */
export interface SiteConfiguration {
  readonly path: string
  readonly value: unknown
}

const configurationName = /^(?:gitbook-)?docs\.ya?ml$/i

/**
 * Finds the configuration of a site in a source: the file `gitbook-docs.yaml` or `docs.yaml` in its root, else the only one
 * below. Other programs have files of that name, so that one without the structure of a site counts as none.
 */
export async function findSiteConfiguration(
  entries: readonly SourceEntry[],
  root: string,
): Promise<SiteConfiguration | undefined> {
  const top = posix.join(root, './').replace(/(?<=.)\/$/, '')
  const isInside = (path: string) => top === '.' || path.startsWith(`${top}/`)
  const found: SiteConfiguration[] = []
  for (const entry of entries) {
    const name = posix.basename(entry.path)
    if (!configurationName.test(name) || !isInside(entry.path) || entry.size > maximumBytes) continue
    const value = await parsed(entry, posix.dirname(entry.path) === top)
    if (hasStructure(value)) found.push({ path: entry.path, value })
  }
  const atTop = found.filter(({ path }) => posix.dirname(path) === top)
  const named = atTop.find(({ path }) => /^gitbook-/i.test(posix.basename(path))) ?? atTop[0]
  return named ?? (found.length === 1 ? found[0] : undefined)
}

async function parsed(entry: SourceEntry, isAtTop: boolean): Promise<unknown> {
  try {
    return parseYaml((await entry.read()).toString('utf8'), { maxAliasCount: 0, logLevel: 'error' })
  } catch (error) {
    if (!isAtTop) return undefined
    throw invalidSource('SOURCE_OF_OPERATOR', `${entry.path} is malformed: ${(error as Error).message}`)
  }
}

const hasStructure = (value: unknown): boolean =>
  z.looseObject({ site: z.looseObject({ structure: z.unknown().nonoptional() }) }).safeParse(value).success

/** Reads the spaces and the structure of a site from its configuration. Notes name what is left out or not understood. */
export function readSiteConfiguration({ path, value }: SiteConfiguration): SitePlan {
  const read = configShape.safeParse(value)
  if (!read.success)
    throw invalidSource('SOURCE_OF_OPERATOR', `${path} is malformed: ${problemIn(read.error)}`)
  const { site, ...config } = read.data
  const reader = new ConfigurationReader(path)
  reader.noteUnknown('', config, ['$schema', 'version'])
  reader.noteUnknown('site', site, ['title', 'structure'])
  const spaces = site.structure.filter((node) => node.type === 'space')
  const others = site.structure.filter((node) => node.type !== 'space')
  if (spaces.length > 0 && others.length > 0)
    throw invalidSource(
      'SOURCE_OF_OPERATOR',
      `${path} has both spaces and sections at the top: "${(spaces[0] as GivenSpace).title}" must be in a section.`,
    )
  const nodes = reader.nodes(others)
  return {
    title: site.title ?? undefined,
    spaces: reader.spaces(spaces),
    nodes,
    notes: [{ kind: 'RECOGNIZED', path, text: 'has the structure of the site' }, ...reader.notes],
  }
}

/** Returns what is wrong first, and where. A union says in its last issue only that no kind fits. */
function problemIn(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue?.code !== 'invalid_union') return z.prettifyError(error)
  const fitting = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a))[0]?.[0]
  const path = [...issue.path, ...(fitting?.path ?? [])].join('.')
  return `${path}: ${fitting?.message ?? issue.message}`
}

/** A kind whose name is wrong fails at `type` already. */
const depthOf = (issues: readonly { readonly path: readonly PropertyKey[] }[]): number =>
  issues.some(({ path }) => path[0] === 'type') ? -1 : Math.max(...issues.map(({ path }) => path.length))

class ConfigurationReader {
  readonly notes: SiteNote[] = []
  readonly #path: string
  readonly #folder: string

  constructor(path: string) {
    this.#path = path
    this.#folder = posix.dirname(path)
  }

  noteUnknown(where: string, value: object, known: readonly string[]): void {
    for (const member of Object.keys(value))
      if (!known.includes(member))
        this.#note(
          `the member ${where === '' ? member : `${where}.${member}`} is not understood, and left out`,
        )
  }

  nodes(given: readonly GivenNode[]): PlannedNode[] {
    return given.flatMap((node): PlannedNode[] => {
      if (node.type === 'section') return this.#section(node)
      if (node.type === 'section-group') return [this.#group(node)]
      return node.type === 'external-link' ? [this.#link(node)] : []
    })
  }

  spaces(given: readonly GivenSpace[]): PlannedSpace[] {
    return given.flatMap((space) => this.#space(space))
  }

  #space(space: GivenSpace): PlannedSpace[] {
    const { title: name, content, path, condition } = space
    this.noteUnknown(`"${name}"`, space, Object.keys(spaceShape.shape))
    this.noteUnknown(`"${name}".content`, content, ['directory', 'language'])
    if (content.directory === null) {
      this.#note(`the space "${name}" is left out, because its content is not in the source`)
      return []
    }
    const language = languageTag(content.language)
    if (content.language && !language)
      this.#note(
        `the language "${content.language}" of the space "${name}" is left out: it is not a known tag`,
      )
    const read: PlannedSpace = {
      kind: 'space',
      ...namesOf(space),
      folder: this.#folderAt(content.directory),
      language,
      path: path ?? undefined,
      isDefault: space.default ?? false,
      isHidden: space.hidden ?? undefined,
      isDraft: space.draft ?? undefined,
      condition: condition ?? undefined,
    }
    return [read]
  }

  /** Resolves the folder of a space. A leading slash refers to the top of the source. */
  #folderAt(directory: string): string {
    const joined = directory.startsWith('/')
      ? posix.join('.', `./${directory}`)
      : posix.join(this.#folder, directory)
    const folder = joined.replace(/(?<=.)\/$/, '')
    if (folder === '..' || folder.startsWith('../') || directory.split('/').includes('..'))
      throw invalidSource(
        'SOURCE_OF_OPERATOR',
        `${this.#path} names the folder ${directory}, which leads out of its own.`,
      )
    return folder
  }

  #section(section: GivenSection): PlannedSection[] {
    this.noteUnknown(`"${section.title}"`, section, Object.keys(sectionShape.shape))
    const spaces = this.spaces(section.children ?? [])
    if (spaces.length === 0) {
      this.#note(`the section "${section.title}" is left out, because it has no space with content`)
      return []
    }
    const read: PlannedSection = {
      kind: 'section',
      ...namesOf(section),
      ...descriptionOf(section),
      path: section.path ?? undefined,
      condition: section.condition ?? undefined,
      isDefault: section.default ?? false,
      spaces,
    }
    return [read]
  }

  #group(group: GivenGroup): PlannedGroup {
    this.noteUnknown(`"${group.title}"`, group, [...Object.keys(groupMembers), 'children'])
    return {
      kind: 'section-group',
      ...namesOf(group),
      icon: group.icon ?? undefined,
      isDraft: group.draft ?? undefined,
      children: this.nodes(group.children ?? []),
    }
  }

  #link(link: GivenLink): PlannedLink {
    this.noteUnknown(`"${link.title}"`, link, Object.keys(linkShape.shape))
    return {
      kind: 'external-link',
      ...namesOf(link),
      ...descriptionOf(link),
      url: link.url,
      isDraft: link.draft ?? undefined,
      condition: link.condition ?? undefined,
    }
  }

  #note(told: string): void {
    this.notes.push({ kind: 'DROPPED', path: this.#path, text: told })
  }
}

const namesOf = ({ title: name, localizedTitle }: Pick<GivenSpace, 'title' | 'localizedTitle'>) => ({
  title: name,
  localizedTitle: localizedTitle ?? undefined,
})

const descriptionOf = ({ description, localizedDescription, icon }: GivenSection | GivenLink) => ({
  description: description ?? undefined,
  localizedDescription: localizedDescription ?? undefined,
  icon: icon ?? undefined,
})
