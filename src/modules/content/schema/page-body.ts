import type { Viewer } from '../../../access/viewer.ts'
import type { Body } from '../../../formats/body/documents.ts'
import { titledMarkdown } from '../../../formats/page/file/titled-markdown.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import type { FieldBuilder } from '../../../graph/declare/connection.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../request/context.ts'
import { DocumentFormatEnum, MarkdownReferencesEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { locatedPage } from '../located-content.ts'
import type { BodyFormat } from '../page-bodies.ts'
import { pathOf } from '../page-path.ts'
import { withRelativeLinks } from '../relative-markdown.ts'
import { shownMarkdown, shownTree, type TreeOptions } from '../shown-bodies.ts'
import { type TreeArguments, treeArguments, treeOptions } from './tree-arguments.ts'

/** Returns the arguments of a field with the body of a page in one format. */
export const bodyArguments = <Parent>(t: Pick<FieldBuilder<Parent>, 'arg'>) => ({
  format: t.arg({ type: DocumentFormatEnum, description: 'The format of the body.' }),
  titled: t.arg.boolean({
    description:
      'Whether Markdown begins with the title of the page, as its first heading. Defaults to false.',
  }),
  references: t.arg({
    type: MarkdownReferencesEnum,
    description: 'How Markdown refers to pages. Defaults to `STABLE`, and in REST to `relative`.',
  }),
  ...treeArguments(t),
})

interface BodyOptions extends TreeArguments {
  readonly titled?: boolean | null
  readonly references?: 'RELATIVE' | 'STABLE' | null
}

interface ShownBody {
  readonly page: PageVersion
  readonly format: BodyFormat
  readonly options: BodyOptions
}

export const PageBody = builder.objectRef<ShownBody>('PageBody').implement({
  description: 'The body of a page in one format.',
  fields: (t) => ({
    markdown: t.string({
      nullable: true,
      description:
        'The body as Markdown, without the title unless it was asked for. Null if the other format was requested.',
      resolve: ({ page, format, options }, _args, context) =>
        format === 'MARKDOWN' ? markdownIn(page, context, options) : null,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: `The body ${treeOfNodes}. Null if the other format was requested.`,
      resolve: ({ page, format, options }, _args, context) =>
        format === 'DOCUMENT' ? nodesOf(page, context, treeOptions(options)) : null,
    }),
  }),
})

async function markdownIn(page: PageVersion, context: Context, options: BodyOptions): Promise<string> {
  const markdown = await markdownOf(page, context, treeOptions(options))
  const linked =
    options.references === 'RELATIVE'
      ? await withRelativeLinks(context, markdown, {
          revisionId: locatedPage(page).revisionId,
          path: await pathOf(page, context),
        })
      : markdown
  return options.titled ? titledMarkdown(page.title, linked) : linked
}

const bodyOf = (page: PageVersion, context: Context): Promise<Body> =>
  contentLoaders(context).bodies.load(locatedPage(page))

export const columnsOfBody = [
  'type',
  'pageId',
  'computed',
  'computedSeed',
  'documentId',
  'frontMatter',
  'spaceId',
  'revisionId',
  'storedOnly',
]

/** Returns the body without the title, which is stored separately, so that it can be written back unchanged. */
export const markdownOf = async (page: PageVersion, context: Context, options?: TreeOptions) =>
  shownMarkdown(context, await bodyOf(page, context), locatedPage(page).revisionId, {
    ...options,
    frontMatter: page.frontMatter,
  })

export const nodesOf = async (page: PageVersion, context: Context, options?: TreeOptions) =>
  shownTree(context, await bodyOf(page, context), locatedPage(page).revisionId, {
    ...options,
    pageId: page.pageId,
    frontMatter: page.frontMatter,
  })

/** Returns the id of a body, or the one by which a visitor knows it. */
export const bodyIdOf = (
  { documentId }: { readonly documentId: string | null },
  { viewer }: { readonly viewer: Viewer | null },
): string | null =>
  documentId !== null && viewer?.kind === 'visitor' ? viewer.visit.idOfDocument(documentId) : documentId
