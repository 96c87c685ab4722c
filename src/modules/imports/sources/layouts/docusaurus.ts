import { posix } from 'node:path'
import { z } from 'zod'
import type { SourceEntry } from '../entries.ts'
import type { SourceLimits } from '../limits.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { type Layout, recognized } from './layout.ts'
import { isObject, type Literal, readExportedLiteral } from './literals.ts'

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

/** Reads the layout from `docusaurus.config.*`. */
export async function docusaurusLayout(
  entries: readonly SourceEntry[],
  entry: SourceEntry,
  limits: SourceLimits,
): Promise<Layout> {
  const { root, sidebars } = await docusaurusPlaces(entries, entry, limits)
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
    notes: [recognized('DOCUSAURUS', entry.path, `, with the pages in ${root}`)],
  }
}
