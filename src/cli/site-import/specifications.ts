import { posix } from 'node:path'
import { slug } from 'github-slugger'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import type { ReadFolder } from '../../modules/imports/service.ts'
import { openAPISpecLimits } from '../../modules/openapi-specs/limits.ts'
import { createSpec } from '../../modules/openapi-specs/service.ts'
import type { Context } from '../../request/context.ts'
import { gatherSpec } from './gather-spec.ts'
import { operate } from './operate.ts'
import { pagesBelow } from './read-pages.ts'
import type { SiteNote } from './site-plan.ts'

const maximumBytes = 20 * 1024 * 1024

/** Characters at the beginning of a document that are searched for what makes it one. */
const searchedCharacters = 65_536

const blockOfSpec = /\{%\s*openapi-(?:operation|schemas|webhook)\s[^%]{0,1000}?\bspec="([^"\n]{1,200})"/g

/** Returns the names of the specifications to which the blocks of read pages refer. */
export function namesOfSpecs(folders: readonly ReadFolder[]): string[] {
  const names = new Set<string>()
  for (const { read } of folders)
    for (const markdown of bodiesOf(read.content))
      for (const [, name] of markdown.matchAll(blockOfSpec)) names.add(name as string)
  return [...names].sort()
}

function* bodiesOf({ pages, reusable }: ReadFolder['read']['content']): Generator<string> {
  for (const { markdown } of reusable) yield markdown ?? ''
  for (const { page } of pagesBelow(pages)) yield page.markdown ?? ''
}

/** A specification that pages refer to, and its document in the source. */
interface FoundSpec {
  readonly name: string
  readonly entry: SourceEntry
  readonly text: string
}

/**
 * Finds the document of a specification in a source: the only OpenAPI file with its name, `petstore.yaml` or
 * `petstore/openapi.json` for `petstore`.
 */
async function findSpec(entries: readonly SourceEntry[], name: string): Promise<FoundSpec | undefined> {
  const found: FoundSpec[] = []
  for (const entry of entries) {
    if (entry.size > maximumBytes || !hasName(entry.path, name)) continue
    const text = (await entry.read()).toString('utf8')
    if (isOpenApi(text)) found.push({ name, entry, text })
  }
  return found.length === 1 ? found[0] : undefined
}

const generalName = /^(?:openapi|swagger|api|spec)$/

function hasName(path: string, name: string): boolean {
  if (!/\.(?:json|ya?ml)$/i.test(path)) return false
  const stem = slug(posix.parse(path).name.replace(/[._-](?:openapi|swagger)$/i, ''))
  return stem === name || (generalName.test(stem) && slug(posix.basename(posix.dirname(path))) === name)
}

const isOpenApi = (text: string): boolean =>
  /^[ \t{]*["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, searchedCharacters))

interface SpecsOptions {
  readonly organizationId: string
  readonly entries: readonly SourceEntry[]
  /** Called with the name of each specification once it is created. */
  readonly whenCreated: (name: string) => void
}

/**
 * Creates the specifications with these names whose documents are in the source. Those that the organization has already
 * stay as they are.
 */
export async function createSpecs(
  context: Context,
  names: readonly string[],
  { organizationId, entries, whenCreated }: SpecsOptions,
): Promise<SiteNote[]> {
  const notes: SiteNote[] = []
  const existing = await context.database.prisma.openAPISpec.findMany({
    where: { organizationId, slug: { in: [...names] } },
    select: { slug: true },
  })
  const known = new Set(existing.map((spec) => spec.slug))
  for (const name of names) {
    if (known.has(name)) {
      notes.push({
        kind: 'RECOGNIZED',
        path: '.',
        text: `The specification "${name}" of the organization is used as it is.`,
      })
      continue
    }
    const found = openAPISpecLimits.slug.pattern.test(name) ? await findSpec(entries, name) : undefined
    if (!found) {
      notes.push({
        kind: 'DROPPED',
        path: '.',
        text: `pages show the specification "${name}", whose document is not in the source`,
      })
      continue
    }
    const gathered = await gatherSpec({ path: found.entry.path, text: found.text }, entries)
    await operate(
      context,
      {
        action: 'createOpenAPISpec',
        type: 'OpenAPISpec',
        permission: 'organization:create-openapi-spec',
        id: organizationId,
        creates: true,
      },
      (creating) => createSpec(creating, { organizationId, slug: name }, { text: gathered.text }),
    )
    whenCreated(name)
    const { path } = found.entry
    const parts = gathered.files > 1 ? `, gathered from ${gathered.files} files` : ''
    notes.push({ kind: 'RECOGNIZED', path, text: `is the specification "${name}"${parts}` })
    for (const reference of gathered.missing)
      notes.push({ kind: 'DROPPED', path, text: `the reference ${reference} leads to nothing in the source` })
  }
  return notes
}
