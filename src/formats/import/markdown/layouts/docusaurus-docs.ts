import { posix } from 'node:path'
import { readText } from '../../files/read-text.ts'
import { type FrontMatter, frontMatterOf } from '../repository/front-matter.ts'
import { isReadme } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'

/** A page of Docusaurus, by what its front matter and the name of its file say. */
export interface DocusaurusDoc {
  readonly path: string
  /** The id by which sidebars name it: `guides/intro`. */
  readonly id: string
  /** Its address below that of the documentation. */
  readonly route: string
  readonly label?: string
  readonly position?: number
  /** The name of the file without a number, if it has one. */
  readonly slug?: string
}

const numberPrefix = /^(\d+)(?:\s*[-_.]+\s*)(?=[^\d\s_.-])/

/** Returns a name without the number that orders it: `01-intro` is `intro`. */
export const withoutNumber = (name: string): string => name.replace(numberPrefix, '')

/** Returns the number that orders a name. */
export function numberOf(name: string): number | undefined {
  const [, digits] = numberPrefix.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Reads the pages of a folder. */
export async function readDocs(
  { entries, limits }: Repository,
  texts: readonly string[],
  root: string,
): Promise<DocusaurusDoc[]> {
  const docs: DocusaurusDoc[] = []
  for (const path of texts) {
    const entry = entries.get(path)
    if (!entry || isPartial(root, path)) continue
    docs.push(docOf(posix.relative(root, path), path, frontMatterOf(await readText(entry, limits))))
  }
  return docs
}

/** Returns whether a file is a part of others by its name or that of a folder, and no page. */
export const isPartial = (root: string, path: string): boolean =>
  posix
    .relative(root, path)
    .split('/')
    .some((name) => name.startsWith('_'))

function docOf(place: string, path: string, matter: FrontMatter): DocusaurusDoc {
  const { dir, name } = posix.parse(place)
  const folder = dir.split('/').filter(Boolean).map(withoutNumber).join('/')
  const own = withoutNumber(name)
  const text = (key: string) => (typeof matter[key] === 'string' ? (matter[key] as string).trim() : undefined)
  const slug = text('slug')
  const isOfFolder = isReadme(path) || posix.basename(folder) === own
  const plain = isOfFolder ? folder : posix.join(folder, own)
  const route = slug === undefined ? plain : slug.startsWith('/') ? slug : posix.join(folder, slug)
  const position = typeof matter.sidebar_position === 'number' ? matter.sidebar_position : numberOf(name)
  const last = slug?.split('/').filter(Boolean).at(-1)
  const label = text('sidebar_label')
  return {
    path,
    id: posix.join(folder, text('id') ?? own),
    route: route.replace(/^\/+|\/+$/g, ''),
    ...(label !== undefined && { label }),
    ...(position !== undefined && { position }),
    ...(last !== undefined ? { slug: last } : own !== name && { slug: own }),
  }
}

/** Returns the addresses that links may have for pages, with their files, without a slash at the start. */
export function docusaurusRoutes(docs: readonly DocusaurusDoc[], routeBase: string): Map<string, string> {
  const routes = docs.flatMap(({ route, path }): [string, string][] => [
    [posix.join(routeBase, route).replace(/\/$/, '').toLowerCase(), path],
  ])
  return new Map(routes.reverse())
}
