import { appAddress } from '../../base/app-addresses.ts'
import { withCommas } from '../../base/english.ts'
import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { type Connection, connectionType, listArguments } from '../../graph/declare/connection.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from '../content/loaders.ts'
import type { LocatedPage } from '../content/located-content.ts'
import { Page } from '../content/schema/page.ts'
import { findLivePage, findPage, loadAncestors } from '../content/service.ts'
import { Space } from '../spaces/schema.ts'
import {
  excerptLength,
  pagesOfSpace,
  pagesWithSections,
  readLimits,
  searchLimits,
  sectionsOfPage,
} from './limits.ts'
import { isFoundByTitle } from './ranking.ts'
import type { FoundSection } from './sections.ts'
import * as service from './service.ts'

interface SectionOfPage extends FoundSection {
  readonly page: service.PageResult
}

/** Returns the page of a result if it is generated, so that it is not stored. */
async function generatedPage({ revisionId, pageId, computed }: service.PageResult, context: Context) {
  const page = computed ? await findPage(context, revisionId, pageId) : null
  return page?.generatedPages ? page : null
}

async function pathOf(result: service.PageResult, context: Context): Promise<string> {
  const { revisionId, pageId } = result
  const generated = await generatedPage(result, context)
  return generated?.path ?? contentLoaders(context).paths.load({ revisionId, pageId })
}

/** Returns the page of a result after its ancestors, outermost first. Empty if there is no such page any more. */
async function ancestorsAndSelf(
  result: service.PageResult,
  context: Context,
): Promise<readonly LocatedPage[]> {
  const { revisionId, pageId } = result
  const generated = await generatedPage(result, context)
  if (generated) return [...(await loadAncestors(context, generated)), generated]
  return contentLoaders(context).ancestorsAndSelf.load({ revisionId, pageId })
}

const addressOf = ({ spaceId, pageId }: service.PageResult, { config }: Context) =>
  appAddress(config, { kind: 'page', space: spaceId, page: pageId })

const fragmentOf = ({ anchor }: FoundSection) => (anchor === null ? '' : `#${anchor}`)

const pageOfResult = 'Null if it was deleted, or hidden from the caller, since it was found.'

const SearchSectionUrls = builder.objectRef<SectionOfPage>('SearchSectionUrls').implement({
  description: 'URLs of a section.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'URL of the section in the workspace.',
      resolve: (section, _args, context) => addressOf(section.page, context) + encodeURI(fragmentOf(section)),
    }),
  }),
})

const SearchSectionResult = builder.objectRef<SectionOfPage>('SearchSectionResult').implement({
  description: 'A section of a page, below one heading, that matches the query.',
  fields: (t) => ({
    sectionId: t.id({
      description: 'Identifier of the section in the results of the query.',
      resolve: ({ page, ordinal }) => `${page.pageId}-${ordinal}`,
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: `The page. ${pageOfResult}`,
      resolve: ({ page }, _args, context) => findLivePage(context, page.spaceId, page.pageId),
    }),
    title: t.exposeString('title', {
      description: 'The heading, or the title of the page for the text before the first heading.',
    }),
    path: t.string({
      description: 'The path of the page in the space, with the anchor of the heading.',
      resolve: async (section, _args, context) => (await pathOf(section.page, context)) + fragmentOf(section),
    }),
    score: t.float({
      description:
        'The relevance of the page that contains the section. Scores can be compared only within the results of one query.',
      resolve: ({ page }) => page.score,
    }),
    body: t.exposeString('excerpt', {
      description: `An excerpt of the text around the matches, or from its beginning. At most ${excerptLength} characters.`,
    }),
    urls: t.field({
      type: SearchSectionUrls,
      description: 'URLs of the section.',
      resolve: (section) => section,
    }),
  }),
})

const SearchPageUrls = builder.objectRef<service.PageResult>('SearchPageUrls').implement({
  description: 'URLs of a page in the results of a search.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'URL of the page in the workspace.',
      resolve: (page, _args, context) => addressOf(page, context),
    }),
  }),
})

const SearchMatchEnum = enumType('SearchMatch', 'What of a page matches the query.', {
  PAGE: 'The page as a whole: its title, or what none of its sections has.',
  SECTION: 'Its sections.',
})

const SearchPageAncestor = builder.objectRef<{ readonly title: string }>('SearchPageAncestor').implement({
  description: 'An ancestor of a page in the results of a search.',
  fields: (t) => ({ title: t.exposeString('title', { description: 'The title of the page.' }) }),
})

const SearchPageResult = builder.objectRef<service.PageResult>('SearchPageResult').implement({
  description: 'A page that matches the query.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'Id of the page.' }),
    page: t.field({
      type: Page,
      nullable: true,
      description: `The page. ${pageOfResult}`,
      resolve: ({ spaceId, pageId }, _args, context) => findLivePage(context, spaceId, pageId),
    }),
    title: t.exposeString('title', { description: 'The title of the page.' }),
    description: t.string({
      description: 'The description; empty if the page has none.',
      // Read with the ancestors, which most callers select too.
      resolve: async (page, _args, context) =>
        (await ancestorsAndSelf(page, context)).at(-1)?.description ?? '',
    }),
    score: t.exposeFloat('score', {
      description: 'The relevance of the page. Scores can be compared only within the results of one query.',
    }),
    place: t.exposeInt('place', { description: 'The rank among all results, starting at 1.' }),
    match: t.field({
      type: SearchMatchEnum,
      description: 'What of the page matches.',
      resolve: async (page) =>
        isFoundByTitle(page) || (await page.sections()).length === 0 ? 'PAGE' : 'SECTION',
    }),
    ancestors: t.field({
      type: [SearchPageAncestor],
      description: 'The pages above, outermost first.',
      resolve: async (page, _args, context) => (await ancestorsAndSelf(page, context)).slice(0, -1),
    }),
    path: t.string({
      description: 'The path of the page in the space.',
      resolve: (page, _args, context) => pathOf(page, context),
    }),
    sections: t.field({
      type: [SearchSectionResult],
      description: `The sections that match the query, best first. At most ${sectionsOfPage}; empty after the first ${pagesWithSections} pages of an answer.`,
      resolve: async (page) => (await page.sections()).map((section) => ({ ...section, page })),
    }),
    urls: t.field({
      type: SearchPageUrls,
      description: 'URLs of the page.',
      resolve: (page) => page,
    }),
  }),
})

const SearchResultTypeEnum = enumType('SearchResultType', 'The type of a result.', {
  SPACE: 'A space with pages that match the query.',
})

const SearchSpaceResult = builder.objectRef<service.SpaceResult>('SearchSpaceResult').implement({
  description: 'A space with pages that match the query.',
  fields: (t) => ({
    type: t.field({
      type: SearchResultTypeEnum,
      description: 'The type of the result.',
      resolve: () => 'SPACE' as const,
    }),
    score: t.float({
      description: 'The score of the page that matches best.',
      resolve: ({ pages }) => pages[0]?.score ?? 0,
    }),
    spaceId: t.exposeID('id', { description: 'Id of the space.' }),
    space: t.field(
      visibleField(
        Space,
        'id',
        'The space. Null if it was deleted, or hidden from the caller, since it was found.',
      ),
    ),
    title: t.exposeString('title', { description: 'The title of the space.' }),
    pages: t.field({
      type: [SearchPageResult],
      description: `The pages that match the query, best first. At most ${pagesOfSpace}.`,
      resolve: ({ pages }) => [...pages],
    }),
  }),
})

const isTotalCountExact = {
  description: `Whether \`totalCount\` is the number of all results. Otherwise it is a lower bound: a search counts at most ${withCommas(readLimits.results)} pages.`,
  resolve: (connection: Connection<unknown>) =>
    (connection as service.SearchConnection<unknown>).isCountExact(),
}

const SearchPageResultConnection = connectionType('SearchPageResult', SearchPageResult)
builder.objectField(SearchPageResultConnection, 'isTotalCountExact', (t) => t.boolean(isTotalCountExact))

export const SearchSpaceResultConnection = connectionType('SearchSpaceResult', SearchSpaceResult)
builder.objectField(SearchSpaceResultConnection, 'isTotalCountExact', (t) => t.boolean(isTotalCountExact))

export const queryText =
  'The words to search for, all of which must occur. The last word also matches as a prefix. Quotes ("…") match an exact phrase, and - excludes a word or phrase.'

builder.queryFields((t) => {
  const search = t.arg.string({ required: true, description: queryText, ...limited(searchLimits.query) })
  return {
    searchSpace: t.field({
      extensions: { [causeExtension]: 'Statements of their own find and rank the matches.' },
      heavy: 'searches',
      type: SearchPageResultConnection,
      description: 'The pages of a space that match a query, best first.',
      permission: 'space:view',
      args: {
        spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
        search,
        ...listArguments(t),
      },
      resolve: (_root, { spaceId, ...args }, context) => service.searchSpace(context, spaceId, args),
    }),
    searchOrganization: t.field({
      extensions: { [causeExtension]: 'Statements of their own find and rank the matches.' },
      heavy: 'searches',
      type: SearchSpaceResultConnection,
      description: 'The spaces of an organization with pages that match a query, best first.',
      permission: 'organization:view',
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        search,
        ...listArguments(t),
      },
      resolve: (_root, { organizationId, ...args }, context) =>
        service.searchOrganization(context, organizationId, args),
    }),
  }
})
