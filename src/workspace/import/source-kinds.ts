import type { ImportSource } from '../../generated/workspace-operations/graphql.ts'

export const fileKinds = [
  'ZIP',
  'MARKDOWN',
  'DOCX',
  'HTML',
  'NOTION',
  'CONFLUENCE',
  'GOOGLE_DOCS',
  'OPEN_API',
  'GITHUB_WIKI',
] as const satisfies readonly ImportSource[]

/** The kinds of sources that can be imported from an address. */
export const addressKinds = ['WEBSITE', ...fileKinds] as const

const endings: readonly (readonly [RegExp, ImportSource])[] = [
  [/\.zip$/i, 'ZIP'],
  [/\.(md|markdown)$/i, 'MARKDOWN'],
  [/\.docx$/i, 'DOCX'],
  [/\.x?html?$/i, 'HTML'],
  [/\.(ya?ml|json)$/i, 'OPEN_API'],
]

/** Returns the kind of a file by the end of its name; an archive of Markdown if that does not tell. */
export const kindOfFile = (name: string): ImportSource =>
  endings.find(([pattern]) => pattern.test(name))?.[1] ?? 'ZIP'

/** Returns the kind of source that is probably at an address. */
export function kindOfAddress(address: string): ImportSource {
  const { hostname, pathname } = URL.parse(address) ?? { hostname: '', pathname: '' }
  if (hostname === 'github.com' && /\/wiki(\/|$)|\.wiki\.git$/.test(pathname)) return 'GITHUB_WIKI'
  const known = endings.find(([pattern, kind]) => kind !== 'HTML' && pattern.test(pathname))
  return known?.[1] ?? 'WEBSITE'
}

/** Returns a title for the content of a file or an address, without the ending of the name. */
export function titleOfSource(name: string): string {
  const parsed = URL.parse(name)
  const last = parsed ? (parsed.pathname.split('/').findLast((part) => part !== '') ?? parsed.hostname) : name
  return decoded(last)
    .replace(/\.\w{1,8}$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
    .slice(0, 50)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
