import { isDeepStrictEqual } from 'node:util'
import { requirePackage } from '../../base/require-package.ts'
import { membersOfFields, parseFrontMatter } from '../body/front-matter.ts'
import { readMarkdownPage } from '../body/markdown-page.ts'
import { splitSummaryLabel } from '../body/summary-label.ts'
import type { ExportPage } from './export-source.ts'

type Fields = Record<string, unknown>

/**
 * Writes the fields of a page as front matter: the imported text if its values are unchanged, or else a new text, with
 * the imported members that are not fields of a page.
 */
export function frontMatterText(
  fields: Fields,
  { title, slug, frontMatter: stored }: Partial<Pick<ExportPage, 'title' | 'slug' | 'frontMatter'>> = {},
): string {
  const { frontMatter } = splitSummaryLabel(stored)
  const yaml = yamlOf(fields)
  if (!frontMatter) return delimited(yaml)
  const imported = parseFrontMatter(frontMatter) as Fields
  const hasTitle = imported.title === undefined || imported.title === title
  const hasSlug =
    imported.slug === undefined ? fields.slug === undefined : imported.slug === (fields.slug ?? slug)
  const before = `${frontMatter}\n`
  if (hasTitle && hasSlug && isDeepStrictEqual(meaningOf(before), meaningOf(yaml))) return delimited(before)
  const others = Object.entries(imported).filter(([name]) => !membersOfFields.has(name))
  return delimited(yamlOf({ ...fields, ...Object.fromEntries(others) }))
}

/** Returns what an import reads of front matter besides the title. */
function meaningOf(yaml: string): Fields {
  const { title: _, ...fields } = readMarkdownPage(delimited(yaml)).fields
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== false),
  )
}

/** Writes members as YAML, each on one line; nothing for none. */
export function yamlOf(fields: Fields): string {
  if (Object.keys(fields).length === 0) return ''
  const { stringify: stringifyYaml } = requirePackage('yaml') as typeof import('yaml')
  return stringifyYaml(fields, { lineWidth: 0, blockQuote: false })
}

const delimited = (yaml: string): string => (yaml === '' ? '' : `---\n${yaml}---\n\n`)
