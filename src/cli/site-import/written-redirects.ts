import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { readExportedLiteral } from '../../formats/import/markdown/layouts/literals.ts'
import type { SiteNote } from './site-plan.ts'

/** A redirect as a configuration has it: from a path to a file, an address or a URL. */
export interface WrittenRedirect {
  /** The path of the configuration. */
  readonly file: string
  readonly from: string
  readonly to: string
}

type Pair = Pick<WrittenRedirect, 'from' | 'to'>

/** A kind of configuration, and the redirects that one has. */
interface Format {
  readonly name: RegExp
  readonly read: (text: string) => Pair[]
}

const record = z.record(z.string(), z.unknown())

const pairsOf = (redirects: unknown): Pair[] =>
  Object.entries(record.safeParse(redirects).data ?? {}).map(([from, to]) => ({
    ...{ from, to: typeof to === 'string' ? to : String(JSON.stringify(to)) },
  }))

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => record.safeParse(value).data ?? {}

const gitbook: Format = {
  name: /^\.gitbook\.ya?ml$/,
  read: (text) => pairsOf(membersOf(parseYaml(text, { maxAliasCount: 0, logLevel: 'error' })).redirects),
}

/** The targets of mdBook are relative to the page that was at the source. */
const mdbook: Format = {
  name: /^book\.toml$/,
  read: (text) => {
    const output = membersOf(membersOf(parseToml(text)).output)
    return pairsOf(membersOf(output.html).redirect).map(({ from, to }) => ({
      from,
      to: /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(to) ? to : posix.join(posix.dirname(`/${from}`), to),
    }))
  },
}

const docusaurusRedirects = z.object({
  redirects: z.array(z.object({ from: z.union([z.string(), z.array(z.string())]), to: z.string() })),
})

/** The options of the plugin that redirects pages of Docusaurus. */
const docusaurus: Format = {
  name: /^docusaurus\.config\.[cm]?[jt]s$/,
  read: (text) => {
    const { plugins } = membersOf(readExportedLiteral(text))
    const named = (Array.isArray(plugins) ? plugins : []).filter(
      (plugin) => Array.isArray(plugin) && /client-redirects$/.test(String(plugin[0])),
    )
    return named.flatMap((plugin: readonly unknown[]) => {
      const options = docusaurusRedirects.safeParse(plugin[1]).data
      return (options?.redirects ?? []).flatMap(({ from, to }) =>
        [from].flat().map((one) => ({ from: one, to })),
      )
    })
  },
}

const formats: readonly Format[] = [gitbook, mdbook, docusaurus]

const maximumBytes = 1024 * 1024

interface ConfiguredFolder {
  readonly folder: string
  /** No other folder of the source is a space. */
  readonly isOnly: boolean
}

/**
 * Reads the redirects in the configurations of a folder; of the only folder of a source also in the only one of a kind below
 * it. Those of a configuration that cannot be read are noted.
 */
export async function writtenRedirects(
  entries: readonly SourceEntry[],
  { folder, isOnly }: ConfiguredFolder,
): Promise<{ readonly redirects: WrittenRedirect[]; readonly notes: SiteNote[] }> {
  const redirects: WrittenRedirect[] = []
  const notes: SiteNote[] = []
  for (const format of formats) {
    const entry = configurationOf(entries, format, { folder, isOnly })
    if (!entry) continue
    const { path: file } = entry
    try {
      const pairs = format.read((await entry.read()).toString('utf8'))
      redirects.push(...pairs.map((pair) => ({ file, ...pair })))
    } catch {
      notes.push({
        kind: 'DROPPED',
        path: file,
        text: 'its redirects are left out, because it cannot be read',
      })
    }
  }
  return { redirects, notes }
}

function configurationOf(
  entries: readonly SourceEntry[],
  { name }: Format,
  { folder, isOnly }: ConfiguredFolder,
): SourceEntry | undefined {
  const inside = entries.filter(
    ({ path, size }) =>
      name.test(posix.basename(path)) &&
      size <= maximumBytes &&
      (folder === '.' || path.startsWith(`${folder}/`)),
  )
  const own = inside.find(({ path }) => posix.dirname(path) === folder)
  return own ?? (isOnly && inside.length === 1 ? inside[0] : undefined)
}
