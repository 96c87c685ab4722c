import { limited } from '../../../base/validation.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { listArguments } from '../../../graph/declare/connection.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { searchLimits } from '../../search/limits.ts'
import { queryText, SearchSpaceResultConnection } from '../../search/schema.ts'
import { siteArguments } from '../../sites/site-arguments.ts'
import { siteSearchLimits } from '../limits.ts'
import * as service from '../lookups/site-space-search.ts'

const SiteSearchModeEnum = enumType('SiteSearchMode', 'The site-spaces of a site to search.', {
  ALL: 'All site-spaces.',
  DEFAULT: 'The default site-space of each section, or of the root of the site.',
  SPECIFIC: 'The given site-spaces.',
})

const LegacySiteSearchModeEnum = enumType(
  'LegacySiteSearchMode',
  'The site-spaces of a site to search, in the deprecated arguments.',
  {
    ALL: 'All site-spaces.',
    CURRENT: 'The given site-space, and the default ones.',
    SPECIFIC: 'The given site-spaces.',
  },
)

const SiteSearchRestrictionEnum = enumType(
  'SiteSearchRestriction',
  'A part of the site-spaces that are searched by default.',
  {
    CURRENT_SITE_SPACE: {
      description: 'The site-space of the visitor.',
      extensions: { rest: 'currentSiteSpace' },
    },
    OTHER_SITE_SPACES: {
      description: 'All other site-spaces that are searched by default.',
      extensions: { rest: 'otherSiteSpaces' },
    },
  },
)

const SiteSearchFilterInput = builder.inputType('SiteSearchFilterInput', {
  description: 'The part of a site to search.',
  fields: (t) => ({
    mode: t.field({
      type: SiteSearchModeEnum,
      required: true,
      description: 'The site-spaces to search.',
    }),
    includedSiteSpaces: t.idList({
      description: 'Ids of further site-spaces to search, with the mode `DEFAULT`.',
      ...limited(siteSearchLimits.siteSpaces),
    }),
    currentSiteSpace: t.id({
      description: 'Id of the site-space of the visitor, which is searched too, with the mode `DEFAULT`.',
    }),
    restrictTo: t.field({
      type: SiteSearchRestrictionEnum,
      description: 'The part to search, with the mode `DEFAULT`. Requires `currentSiteSpace`.',
    }),
    siteSpaceIds: t.idList({
      description: 'Ids of the site-spaces to search, with the mode `SPECIFIC`.',
      ...limited(siteSearchLimits.siteSpaces),
    }),
  }),
})

builder.queryField('searchSite', (t) =>
  t.field({
    extensions: { [causeExtension]: 'Statements of their own find and rank the matches.' },
    permission: 'site:view',
    heavy: 'searches',
    type: SearchSpaceResultConnection,
    description: 'Searches the pages of a site. Returns the spaces with results, the most relevant first.',
    args: {
      ...siteArguments(t),
      search: t.arg.string({ required: true, description: queryText, ...limited(searchLimits.query) }),
      filter: t.arg({ type: SiteSearchFilterInput, description: 'Part of the site to search.' }),
      mode: t.arg({
        type: LegacySiteSearchModeEnum,
        description: 'The site-spaces to search.',
        deprecationReason: 'Use `filter`.',
      }),
      siteSpaceId: t.arg.id({
        description: 'Id of the site-space, with the mode `CURRENT`.',
        deprecationReason: 'Use `filter`.',
      }),
      siteSpaceIds: t.arg.idList({
        description: 'Ids of the site-spaces to search, with the mode `SPECIFIC`.',
        deprecationReason: 'Use `filter`.',
        ...limited(siteSearchLimits.siteSpaces),
      }),
      ...listArguments(t),
    },
    resolve: (_root, { siteId, organizationId, ...args }, context) =>
      service.searchSiteSpaces(context, { siteId, organizationId }, args),
  }),
)
