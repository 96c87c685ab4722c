import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentLimits } from '../../../src/formats/body/limits.ts'
import { archivePaths } from '../../../src/formats/export/archive-paths.ts'
import type { ExportFile, ExportPage } from '../../../src/formats/export/export-source.ts'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { sourceLimits } from '../../../src/formats/import/limits.ts'
import { openRepository } from '../../../src/formats/import/markdown/repository/repository.ts'
import { parseRelativeUrl, resolvePath } from '../../../src/formats/import/markdown/repository/urls.ts'
import { parseMarkdown } from '../../../src/formats/page/file/markdown-file.ts'
import { findUrls } from '../../../src/formats/page/file/markdown-urls.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { documents } from '../../formats/page/arbitrary-blocks.ts'
import { propertyBudget } from '../../support/budget.ts'
import { archiveOf, comparable, exportable, file, importOf, page, textsOf } from './read-archive.ts'

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })

/** Texts as stored on a page: trimmed and not empty. */
const kept = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      'README',
      'Same',
      'same',
      '-',
      '# a',
      'null',
      '1e3',
      '*a*',
      'a: b',
      '<!-- c -->',
      'x -->',
      '&amp;',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
  )
  .map((text) => text.toWellFormed().trim())
  .filter((text) => text !== '')

const slug = fc.oneof(
  fc.constantFrom(
    'ab',
    'AB',
    'ab-1',
    'readme',
    'index',
    'summary',
    'v1.2',
    'con',
    '.git',
    'node_modules',
    'été',
    'same',
  ),
  fc.stringMatching(/^[a-zA-Z0-9._~é-]{3,6}$/).filter((text) => contentLimits.slug.pattern.test(text)),
)

const fields = fc.record({
  title: kept,
  description: optional(kept),
  icon: optional(kept.map((text) => [...text].slice(0, 50).join('').trim() || 'x')),
  emoji: optional(fc.constantFrom('1f600', '2b50', '231', '1e5', '🙂')),
  hidden: fc.boolean(),
  noIndex: fc.boolean(),
  noRobotsIndex: fc.boolean(),
})

const layout = fc
  .record(
    {
      width: fc.constantFrom('default', 'wide'),
      cover: fc.boolean(),
      coverSize: fc.constantFrom('hero', 'full'),
      title: fc.boolean(),
      description: fc.boolean(),
      tableOfContents: fc.boolean(),
      outline: fc.boolean(),
      pagination: fc.boolean(),
      metadata: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((parts) => Object.keys(parts).length > 0)

/** References by number, which are mapped to the existing pages and files. */
const reference = fc.tuple(
  fc.constantFrom('pages', 'files'),
  fc.nat(30),
  fc.constantFrom('', '#a', '#a_b', '#%20'),
)

const body = fc.oneof(
  fc.constant(''),
  documents.map(documentToMarkdown),
  fc.constantFrom('# Same\n\ntext', '---\n\ntext', '    code', '<p>\n', '```\n[a](/pages/p0)', '{% tabs %}'),
)

interface Seed {
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK'
  readonly depth: number
  readonly fields: Partial<ExportPage> & { title: string }
  readonly slug: string
  readonly layout?: object
  readonly cover?: { file: boolean; number: number; yPos: number }
  readonly body: string
  readonly references: [kind: string, number: number, anchor: string][]
  readonly target: number
  readonly anchor?: string
}

const seed: fc.Arbitrary<Seed> = fc.record({
  type: fc.constantFrom('DOCUMENT', 'DOCUMENT', 'DOCUMENT', 'GROUP', 'LINK'),
  depth: fc.nat(4),
  fields,
  slug,
  layout: optional(layout),
  cover: optional(
    fc.record({ file: fc.boolean(), number: fc.nat(30), yPos: fc.integer({ min: -50, max: 50 }) }),
  ),
  body,
  references: fc.array(reference, { maxLength: 3 }),
  target: fc.nat(30),
  anchor: optional(fc.constantFrom('a', 'a b', '100%', 'ü', '<x>', '(y)')),
})

const names = fc.array(fc.constantFrom('a.png', 'A.png', 'b (1).png', 'ü.txt', 'notes.md', 'x', '.hidden'), {
  minLength: 1,
  maxLength: 5,
})

/**
 * Builds a tree that satisfies the content rules: groups at the top level, nothing below links, unique slugs
 * among siblings.
 */
function build(seeds: readonly Seed[], files: number): ExportPage[] {
  const above: { id: string | null; slugs: Set<string> }[] = [{ id: null, slugs: new Set() }]
  return seeds.map((one, index) => {
    above.length = one.type === 'GROUP' ? 1 : Math.min(above.length, one.depth + 1)
    const level = above.at(-1) as (typeof above)[number]
    let own = one.slug
    while (one.type !== 'LINK' && level.slugs.has(own)) own += '-x'
    level.slugs.add(own)
    if (one.type !== 'LINK') above.push({ id: `the-page-${index}`, slugs: new Set() })
    return {
      ...page(own, {
        ...one.fields,
        id: `the-page-${index}`,
        type: one.type,
        parentId: level.id,
        markdown: '',
      }),
      ...(one.type === 'DOCUMENT' ? ofDocument(one, seeds, files) : {}),
      ...(one.type === 'LINK' ? { slug: null, target: targetOf(one, seeds, files) } : {}),
    }
  })
}

const documentNumber = (seeds: readonly Seed[], number: number): string => {
  const found = seeds.flatMap(({ type }, index) => (type === 'DOCUMENT' ? [index] : []))
  return found.length === 0 ? 'gone' : `the-page-${found[number % found.length]}`
}

function ofDocument(
  { layout: own, cover, body: text, references }: Seed,
  seeds: readonly Seed[],
  files: number,
) {
  const links = references.map(([kind, number, anchor]) =>
    kind === 'files'
      ? `![x](/files/the-file-${number % files})`
      : `[x](/pages/${documentNumber(seeds, number)}${anchor})`,
  )
  const ref = cover?.file
    ? { kind: 'file', file: `the-file-${cover.number % files}` }
    : { kind: 'url', url: 'https://example.org/a.png' }
  return {
    layout: own,
    cover: cover && { ref, yPos: cover.yPos },
    markdown: links.length === 0 ? text : `${links.join('\n')}\n\n${text}`,
  }
}

function targetOf({ target, anchor }: Seed, seeds: readonly Seed[], files: number): object {
  if (target % 3 === 0) return { kind: 'file', file: `the-file-${target % files}` }
  if (target % 3 === 1) return { kind: 'url', url: `https://example.org/${target}?a=b_c_d#e` }
  const linked = documentNumber(seeds, target)
  return anchor === undefined ? { kind: 'page', page: linked } : { kind: 'anchor', anchor, page: linked }
}

/**
 * Returns whether a broken link to a path has a page at that path in the archive, so that an import would
 * repair it.
 */
function hasBrokenLinkToMend(
  pages: readonly ExportPage[],
  files: readonly ExportFile[],
  archive: SourceEntry[],
) {
  const repository = openRepository(archive, { root: '.', staticFolders: [], books: [] }, sourceLimits)
  const paths = archivePaths(pages, files).pages
  return pages.some(({ id, markdown }) =>
    findUrls(markdown, parseMarkdown(markdown, id)).some(({ text }) => {
      const address = parseRelativeUrl(text)
      return address?.path && resolvePath(repository, paths.get(id) ?? '', address.path) !== undefined
    }),
  )
}

test('any tree survives export and import, and exporting it again gives the same text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(seed, { minLength: 1, maxLength: 10 }), names, async (seeds, fileNames) => {
      const files = fileNames.map((name, index) => file(`the-file-${index}`, name, `bytes of ${index}`))
      const pages = build(seeds, files.length)
      const archive = await archiveOf(pages, files)
      fc.pre(!hasBrokenLinkToMend(pages, files, archive))
      const again = exportable(await importOf(archive))
      expect(await comparable(again)).toEqual(await comparable({ pages, files }))
      expect(await textsOf(await archiveOf(again.pages, again.files))).toEqual(await textsOf(archive))
    }),
    propertyBudget(3, 150),
  )
})
