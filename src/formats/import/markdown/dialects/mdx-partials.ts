import { posix } from 'node:path'
import { type FileText, type Inclusion, indented, relinked, replaceEach } from './inclusion.ts'

const statement =
  /^import[ \t]+([A-Z]\w{0,100})[ \t]+from[ \t]+['"](!!raw-loader!)?([^'"\n]{1,1000})['"][ \t]*;?[ \t]*(?:\n|$)/gm

const isPart = (target: string) => /\.mdx?$/i.test(target)

/**
 * Puts the Markdown files that a text of MDX imports where it shows them, with the properties that it gives them as texts, and
 * files that it imports as texts into blocks of code. `site` is the folder that `@site` stands for.
 */
export async function withMdxPartials(
  inclusion: Inclusion,
  { path, source }: FileText,
  site: string,
  depth = 0,
): Promise<string> {
  const parts = new Map<string, FileText>()
  const codes = new Map<string, FileText>()
  const rest = await replaceEach(source, statement, async ([whole, name = '', raw, target = '']) => {
    if (raw === undefined && !isPart(target)) return whole
    const place = target.startsWith('@site/')
      ? posix.join(site, target.slice('@site/'.length))
      : posix.join(posix.dirname(path), target)
    const file = await inclusion.read([place], depth)
    if (!file) {
      inclusion.drop(path, whole)
      return ''
    }
    if (raw === undefined) {
      const text = await withMdxPartials(inclusion, file, site, depth + 1)
      parts.set(name, { ...file, source: relinked({ ...file, source: text }, path).trim() })
    } else codes.set(name, file)
    return ''
  })
  const shown = await withParts(rest, parts)
  return withCodes(shown, codes)
}

function withParts(source: string, parts: ReadonlyMap<string, FileText>): Promise<string> | string {
  if (parts.size === 0) return source
  const names = [...parts.keys()].join('|')
  const use = new RegExp(`^([ \\t]*)<(${names})((?:[ \\t\\n][^<>]{0,2000}?)?)(?:/>|>\\s{0,100}</\\2>)`, 'gm')
  return replaceEach(source, use, async ([, indent = '', name = '', attributes = '']) => {
    const { source: text } = parts.get(name) as FileText
    return indented(withProperties(text, attributes), indent)
  })
}

const withProperties = (text: string, attributes: string) =>
  text.replace(/\{props\.(\w+)\}/g, (whole, name: string) => {
    const given = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]?([^"'\`{}]*)["'\`]?\\})`).exec(
      attributes,
    )
    return given?.slice(1).find((value) => value !== undefined) ?? whole
  })

function withCodes(source: string, codes: ReadonlyMap<string, FileText>): Promise<string> | string {
  if (codes.size === 0) return source
  const names = [...codes.keys()].join('|')
  const use = new RegExp(
    `^([ \\t]*)<CodeBlock([^<>]{0,2000})>\\s{0,100}\\{(${names})\\}\\s{0,100}</CodeBlock>`,
    'gm',
  )
  return replaceEach(source, use, async ([, indent = '', attributes = '', name = '']) => {
    const file = codes.get(name) as FileText
    const read = (key: string) => new RegExp(`\\b${key}=["']([^"']*)["']`).exec(attributes)?.[1]
    const language = read('language') ?? posix.extname(file.path).slice(1)
    const title = read('title')
    const info = `${language}${title === undefined ? '' : ` title="${title}"`}`
    return indented(`\`\`\`\`${info}\n${file.source.trimEnd()}\n\`\`\`\``, indent)
  })
}
