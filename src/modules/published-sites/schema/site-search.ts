import { builder } from '../../../graphql/builder.ts'
import { connectionType, listArguments, listComplexity } from '../../../graphql/connection.ts'
import { limited } from '../../../graphql/validation.ts'
import { searchLimits } from '../../search/limits.ts'
import { queryText, SearchSpaceResult } from '../../search/schema.ts'
import { siteSearchLimits } from '../limits.ts'
import * as service from '../lookups/site-space-search.ts'

const SiteSearchModeEnum = builder.enumType('SiteSearchMode', {
  description: 'Which site-spaces of a site are searched.',
  values: {
    ALL: { description: 'All of them.' },
    DEFAULT: { description: 'The one that is shown first in each section, or at the root of the site.' },
    SPECIFIC: { description: 'Those that are named.' },
  } as const,
})

const EarlierSiteSearchModeEnum = builder.enumType('EarlierSiteSearchMode', {
  description: 'Which site-spaces of a site are searched, as earlier clients say it.',
  values: {
    ALL: { description: 'All of them.' },
    CURRENT: { description: 'The one that is named, and those that are shown first.' },
    SPECIFIC: { description: 'Those that are named.' },
  } as const,
})

const SiteSearchScopeInput = builder.inputType('SiteSearchScopeInput', {
  description: 'The part of a site that is searched.',
  fields: (t) => ({
    mode: t.field({
      type: SiteSearchModeEnum,
      required: true,
      description: 'Which site-spaces are searched.',
    }),
    includedSiteSpaces: t.idList({
      description: 'With the mode DEFAULT: ids of site-spaces that are searched too.',
      ...limited(siteSearchLimits.siteSpaces),
    }),
    siteSpaceIds: t.idList({
      description: 'With the mode SPECIFIC: ids of the site-spaces.',
      ...limited(siteSearchLimits.siteSpaces),
    }),
  }),
})

builder.queryField('searchSite', (t) =>
  t.field({
    permission: 'site:view',
    complexity: listComplexity,
    type: connectionType('SearchSpaceResult', SearchSpaceResult),
    description: 'The spaces of a site in which something is found, the best first.',
    args: {
      siteId: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
      query: t.arg.string({ required: true, description: queryText, ...limited(searchLimits.query) }),
      scope: t.arg({ type: SiteSearchScopeInput, description: 'The part of the site that is searched.' }),
      mode: t.arg({
        type: EarlierSiteSearchModeEnum,
        description: 'In place of `scope`: which site-spaces are searched.',
        deprecationReason: 'Use scope.',
      }),
      siteSpaceId: t.arg.id({
        description: 'With the mode CURRENT: id of the site-space.',
        deprecationReason: 'Use scope.',
      }),
      siteSpaceIds: t.arg.idList({
        description: 'With the mode SPECIFIC: ids of the site-spaces.',
        deprecationReason: 'Use scope.',
        ...limited(siteSearchLimits.siteSpaces),
      }),
      ...listArguments(t),
    },
    resolve: (_root, { siteId, organizationId, ...args }, context) =>
      service.searchSiteSpaces(context, { siteId, organizationId }, args),
  }),
)
