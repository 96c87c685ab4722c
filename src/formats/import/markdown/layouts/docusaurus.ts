import { posix } from 'node:path'
import { z } from 'zod'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import { isIn, isMarkdown } from '../repository/paths.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { isObject, type Literal, type LiteralObject, readExportedLiteral } from './literals.ts'

const shape = z.looseObject({})

/** Finds the configuration of Docusaurus in a folder. */
export const docusaurusConfigIn = (
  entries: readonly SourceEntry[],
  folder: string,
): SourceEntry | undefined =>
  entries.find(
    ({ path }) =>
      posix.dirname(path) === folder && /^docusaurus\.config\.[cm]?[jt]s$/.test(posix.basename(path)),
  )

/** Where the pages of Docusaurus are: what its configuration says, as far as it is written down. */
export interface DocusaurusPlaces {
  readonly root: string
  /** The beginning of the addresses of pages, without slashes. */
  readonly routeBase: string
  /** The file of the sidebars, if there is one. */
  readonly sidebars?: string
}

/** Reads where the pages are. Nothing of the configuration is run. */
export async function docusaurusPlaces(
  entries: readonly SourceEntry[],
  entry: SourceEntry,
  limits: SourceLimits,
): Promise<DocusaurusPlaces> {
  const folder = posix.dirname(entry.path)
  const config = (await readConfigFile(entry, { limits, parse: readExportedLiteral, shape })) as Literal
  const docs = docsOptions(config)
  const text = (name: string) => (typeof docs[name] === 'string' ? (docs[name] as string) : undefined)
  const root = below(folder, text('path') ?? 'docs')
  const stated = text('sidebarPath')
  const candidates = stated ? [below(folder, stated)] : []
  const named = ['js', 'ts', 'cjs', 'mjs', 'json'].map((ext) => posix.join(folder, `sidebars.${ext}`))
  const sidebars = [...candidates, ...named].find((path) => entries.some((each) => each.path === path))
  return {
    root,
    routeBase: (text('routeBasePath') ?? 'docs').replace(/^\/+|\/+$/g, ''),
    ...(sidebars !== undefined && { sidebars }),
  }
}

/** A version or a language of the documentation. */
interface Edition {
  readonly version?: string
  readonly language?: string
}

const translations = 'docusaurus-plugin-content-docs'

/** Returns the edition whose pages are in a folder: `versioned_docs/version-1`, `i18n/fr/…/current`. */
function editionOf(folder: string, root: string): Edition | undefined {
  const [, ofPages] = /^versioned_docs\/version-([^/]+)$/.exec(posix.relative(folder, root)) ?? []
  if (ofPages !== undefined) return { version: ofPages }
  const translated = new RegExp(`^i18n/([^/]+)/${translations}/(?:current|version-([^/]+))$`)
  const [whole, language, version] = translated.exec(posix.relative(folder, root)) ?? []
  if (whole === undefined) return undefined
  return { ...(language !== undefined && { language }), ...(version !== undefined && { version }) }
}

const versionedSidebars = (folder: string, { version }: Edition): string | undefined =>
  version === undefined
    ? undefined
    : posix.join(folder, 'versioned_sidebars', `version-${version}-sidebars.json`)

/** A folder with the pages of a version in a language. */
export interface DocusaurusEdition extends Edition {
  readonly folder: string
  /** The title of the language; empty if there is only one. */
  readonly label?: string
  /** The path at which it is below the documentation. */
  readonly path?: string
}

/** Reads the versions and languages of the documentation that have pages, the default first. */
export async function docusaurusEditions(
  entries: readonly SourceEntry[],
  { config }: Layout,
  limits: SourceLimits,
): Promise<DocusaurusEdition[]> {
  const entry = entries.find(({ path }) => path === config)
  if (!entry) return []
  const folder = posix.dirname(entry.path)
  const { root } = await docusaurusPlaces(entries, entry, limits)
  const value = (await readConfigFile(entry, { limits, parse: readExportedLiteral, shape })) as Literal
  const options = docsOptions(value)
  const list = entries.find(({ path }) => path === posix.join(folder, 'versions.json'))
  const parse = (text: string): unknown => JSON.parse(text)
  const released = list ? await readConfigFile(list, { limits, parse, shape: z.array(z.string()) }) : []
  const labels = isObject(options.versions) ? options.versions : {}
  const labelOf = (version: string) => {
    const stated = labels[version]
    return isObject(stated) && typeof stated.label === 'string' ? stated.label : undefined
  }
  const hasVersions = released.length > 0
  const titled = (version: string) =>
    hasVersions ? { version: labelOf(version) ?? (version === 'current' ? 'Next' : version) } : {}
  const last = typeof options.lastVersion === 'string' ? options.lastVersion : (released[0] ?? 'current')
  const hasCurrent = !hasVersions || options.includeCurrentVersion !== false
  const known = [...(hasCurrent ? ['current'] : []), ...released]
  const versions = [last, ...known.filter((version) => version !== last)]
  const i18n = isObject(value) && isObject(value.i18n) ? value.i18n : {}
  const locales = Array.isArray(i18n.locales) ? i18n.locales.filter((one) => typeof one === 'string') : []
  const others = locales.filter((locale) => locale !== i18n.defaultLocale)
  const own = versions.map((version) => ({
    folder: version === 'current' ? root : posix.join(folder, 'versioned_docs', `version-${version}`),
    ...titled(version),
    ...(version !== last && { path: version === 'current' ? 'next' : version }),
    ...(typeof i18n.defaultLocale === 'string' && { language: i18n.defaultLocale }),
    ...(others.length === 0 && { label: '' }),
  }))
  const translated = others.flatMap((language) =>
    versions.map((version) => ({
      folder: posix.join(
        folder,
        'i18n',
        language,
        translations,
        version === 'current' ? version : `version-${version}`,
      ),
      ...titled(version),
      path: version === last ? language : `${language}-${version === 'current' ? 'next' : version}`,
      language,
      label: localeLabel(i18n, language),
    })),
  )
  const has = ({ folder: at }: { readonly folder: string }) =>
    entries.some(({ path }) => isMarkdown(path) && isIn(at, path))
  return [...own, ...translated].filter(has)
}

function localeLabel(i18n: LiteralObject, language: string): string {
  const configs = isObject(i18n.localeConfigs) ? i18n.localeConfigs[language] : undefined
  return isObject(configs) && typeof configs.label === 'string' ? configs.label : language
}

/** Returns the options of the documentation: those of the preset, or of the plugin. */
function docsOptions(config: Literal): { readonly [name: string]: Literal } {
  if (!isObject(config)) return {}
  const presets = Array.isArray(config.presets) ? config.presets : []
  const plugins = Array.isArray(config.plugins) ? config.plugins : []
  for (const preset of presets) {
    const options = Array.isArray(preset) ? preset[1] : undefined
    if (isObject(options) && isObject(options.docs)) return options.docs
  }
  for (const plugin of plugins)
    if (Array.isArray(plugin) && /plugin-content-docs$/.test(String(plugin[0])) && isObject(plugin[1]))
      return plugin[1]
  return {}
}

/** Reads the layout from `docusaurus.config.*`: of the documentation, or `within` the folder of a version or a language. */
export async function docusaurusLayout(
  entries: readonly SourceEntry[],
  entry: SourceEntry,
  { limits, within }: { limits: SourceLimits; within?: string },
): Promise<Layout | undefined> {
  const places = await docusaurusPlaces(entries, entry, limits)
  const root = within ?? places.root
  const edition = editionOf(posix.dirname(entry.path), root)
  if (root !== places.root && !edition) return undefined
  const versioned = edition && versionedSidebars(posix.dirname(entry.path), edition)
  const sidebars = entries.some(({ path }) => path === versioned) ? versioned : places.sidebars
  return {
    kind: 'DOCUSAURUS',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'index.md'),
    config: entry.path,
    ...(sidebars !== undefined && { contents: sidebars }),
    staticFolders: [posix.join(posix.dirname(entry.path), 'static')],
    books: [],
    skipped: [],
    notes: [recognized('DOCUSAURUS', entry.path, root)],
  }
}
