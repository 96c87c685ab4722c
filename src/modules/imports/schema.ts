import type { NoteCounts } from '../../formats/import/report/listed-notes.ts'
import type { ImportNote as Note, Skip } from '../../formats/import/report/notes.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { NamedMessage, namedMessage } from '../../graphql/named-message.ts'
import type { ImportSource } from './readers.ts'

export const ImportSourceEnum = enumType('ImportSource', 'The kind of source to import content from.', {
  MARKDOWN: 'A Markdown page, or a zip archive of Markdown pages.',
  ZIP: 'A zip archive of Markdown pages with their images and files.',
  HTML: 'An HTML page, or a zip archive of HTML pages with their images and files.',
  WEBSITE: 'The pages of a website at and below the URL.',
  DOCX: 'A Word document (.docx).',
  GITHUB_WIKI: 'A GitHub wiki: the URL of its repository, or a zip archive of it.',
  NOTION: 'A zip archive exported from Notion, as Markdown and CSV or as HTML.',
  CONFLUENCE: 'A zip archive exported from Confluence, as HTML.',
  GOOGLE_DOCS:
    'A document exported from Google Docs, as Word or as a zipped web page, or a zip archive of several.',
  OPEN_API: 'An OpenAPI document in JSON or YAML. Each tag becomes a page.',
} satisfies Record<ImportSource, string>)

const ImportSkipKindEnum = enumType('ImportSkipKind', 'The kind of an item that an import skipped.', {
  PAGE: 'A Markdown file that is not a page, or an item of the table of contents without a file.',
  LINK: 'A link whose target is not in the source. Its page is imported, with the link as written.',
  FRONT_MATTER: 'The front matter of a page. The page is imported without it.',
  FILE: 'Any other file, such as an image that no page shows.',
})

/** The skipped items by their kind. */
export const ImportSkipCounts = builder.objectRef<readonly Skip[]>('ImportSkipCounts').implement({
  description: 'The numbers of items of each kind that an import skipped.',
  fields: (t) => ({
    pages: t.int({
      description: 'The number of items of the kind PAGE.',
      resolve: (skipped) => countOf(skipped, 'PAGE'),
    }),
    links: t.int({
      description: 'The number of items of the kind LINK.',
      resolve: (skipped) => countOf(skipped, 'LINK'),
    }),
    frontMatters: t.int({
      description: 'The number of items of the kind FRONT_MATTER.',
      resolve: (skipped) => countOf(skipped, 'FRONT_MATTER'),
    }),
    files: t.int({
      description: 'The number of items of the kind FILE.',
      resolve: (skipped) => countOf(skipped, 'FILE'),
    }),
  }),
})

const kindOf = ({ kind }: Skip) => kind ?? 'FILE'

const countOf = (skipped: readonly Skip[], kind: ReturnType<typeof kindOf>) =>
  skipped.filter((skip) => kindOf(skip) === kind).length

export const ImportSkip = builder.objectRef<Skip>('ImportSkip').implement({
  description: 'An item that an import skipped.',
  fields: (t) => ({
    kind: t.field({ type: ImportSkipKindEnum, description: 'The kind of the item.', resolve: kindOf }),
    path: t.exposeString('path', {
      description:
        'Path of the file in the source, or its URL. For a link, the path is followed by the link.',
    }),
    reason: t.exposeString('reason', { description: 'The reason why the item was skipped.' }),
    named: t.field({
      type: NamedMessage,
      nullable: true,
      description: 'The reason by its name. Null in reports of earlier versions.',
      resolve: namedMessage,
    }),
  }),
})

const ImportNoteKindEnum = enumType('ImportNoteKind', 'The kind of a note on what was imported.', {
  RECOGNIZED: 'What was recognized of the source: its generator, its table of contents, its folder.',
  HEALED_LINK: 'A broken link that has exactly one meaning, and leads there now.',
  KEPT: 'Front matter or a tag that nothing reads. It is kept, and exported again.',
  DROPPED: 'A tag or an attribute that is dropped. The content in it is kept.',
  HIDDEN:
    'What visitors are not shown: what follows a malformed condition, a draft, or a page with a condition.',
  UNEVALUATED:
    'An expression that is malformed, names a variable that there is not, or has no text. It is shown as it is.',
  MOVED: 'A page whose address differs from that at its source.',
} satisfies Record<Note['kind'], string>)

export const ImportNote = builder.objectRef<Note>('ImportNote').implement({
  description: 'A note on what was imported.',
  fields: (t) => ({
    kind: t.field({
      type: ImportNoteKindEnum,
      description: 'The kind of the note.',
      resolve: ({ kind }) => kind,
    }),
    path: t.exposeString('path', {
      description: 'Path of the file in the source. `.` is the source as a whole.',
    }),
    text: t.exposeString('text', { description: 'What was done.' }),
    named: t.field({
      type: NamedMessage,
      nullable: true,
      description: 'The text by its name. Null in reports of earlier versions.',
      resolve: namedMessage,
    }),
  }),
})

/** The numbers of all notes by their kind. */
export const ImportNoteCounts = builder.objectRef<NoteCounts>('ImportNoteCounts').implement({
  description: 'The numbers of notes of each kind, including those that are not listed.',
  fields: (t) => ({
    recognized: t.exposeInt('RECOGNIZED', { description: 'The number of notes of the kind RECOGNIZED.' }),
    healedLinks: t.exposeInt('HEALED_LINK', { description: 'The number of notes of the kind HEALED_LINK.' }),
    kept: t.exposeInt('KEPT', { description: 'The number of notes of the kind KEPT.' }),
    dropped: t.exposeInt('DROPPED', { description: 'The number of notes of the kind DROPPED.' }),
    hidden: t.exposeInt('HIDDEN', { description: 'The number of notes of the kind HIDDEN.' }),
    unevaluated: t.int({
      description:
        'The number of notes of the kind UNEVALUATED. 0 in reports that were made before there were any.',
      resolve: (counts: Partial<NoteCounts>) => counts.UNEVALUATED ?? 0,
    }),
    moved: t.exposeInt('MOVED', { description: 'The number of notes of the kind MOVED.' }),
  }),
})
