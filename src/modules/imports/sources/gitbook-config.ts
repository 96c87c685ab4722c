import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { badRequest } from '../../../errors.ts'
import type { SourceEntry } from './entries.ts'
import type { SourceLimits } from './limits.ts'
import { readText } from './markdown-text.ts'
import type { Skip } from './outline.ts'

/** The location of the documentation in a repository. Paths are relative to the root of the repository. */
export interface RepositoryLayout {
  readonly root: string
  readonly summary: string
  /** The file that becomes the root page. */
  readonly readme: string
  /** The settings that are not imported. */
  readonly skipped: readonly Skip[]
}

const maximumLength = 65_536
const path = z.string().min(1).max(1000)
const shape = z.object({
  root: path.nullish(),
  structure: z.object({ readme: path.nullish(), summary: path.nullish() }).nullish(),
  redirects: z.unknown().optional(),
})

/** Reads the layout from `.gitbook.yaml`, with defaults for omitted settings. */
export async function readRepositoryLayout(
  entries: readonly SourceEntry[],
  limits: SourceLimits,
): Promise<RepositoryLayout> {
  const entry = entries.find((candidate) => /^\.gitbook\.ya?ml$/.test(candidate.path))
  const config = entry ? readConfig(await readText(entry, limits), entry.path) : {}
  const root = below('.', config.root ?? '.')
  return {
    root,
    summary: below(root, config.structure?.summary ?? 'SUMMARY.md'),
    readme: below(root, config.structure?.readme ?? 'README.md'),
    skipped: entry && hasMembers(config.redirects) ? [skippedRedirects(entry.path)] : [],
  }
}

const hasMembers = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const skippedRedirects = (path: string): Skip => ({
  path,
  reason: 'its redirects are not imported, because redirects belong to a site',
})

function readConfig(text: string, file: string): z.infer<typeof shape> {
  if (text.length > maximumLength)
    throw badRequest('SOURCE_UNREADABLE', { problem: `${file} is longer than ${maximumLength} characters.` })
  try {
    return shape.parse(parseYaml(text, { maxAliasCount: 0, logLevel: 'error' }) ?? {})
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw badRequest('SOURCE_UNREADABLE', { problem: `${file} is malformed: ${reason}` })
  }
}

/** Resolves a name below a folder. A leading slash refers to the folder as well. */
const below = (folder: string, name: string) => posix.join(folder, `./${name}`).replace(/(?<=.)\/$/, '')
