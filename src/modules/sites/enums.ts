import { enumType } from '../../graphql/enum-type.ts'
import { siteFeatures } from './features.ts'

export const SiteTypeEnum = enumType(
  'SiteType',
  'The plan of a site. Self-hosted sites have all features on every plan.',
  {
    BASIC: 'Basic.',
    PREMIUM: 'Premium.',
    ULTIMATE: 'Ultimate.',
    SPONSORED: 'Sponsored.',
    LEGACY_BASIC: 'Basic, legacy.',
    LEGACY_PREMIUM: 'Premium, legacy.',
  },
)

export const SpaceOfNewSiteEnum = enumType('SpaceOfNewSite', 'A new space for a new site.', {
  SAMPLE: 'A space with sample content.',
  EMPTY: 'A space without content.',
})

export const SiteVisibilityEnum = enumType('SiteVisibility', 'Who may read a published site.', {
  PUBLIC: 'Anyone; search engines index it.',
  UNLISTED: 'Anyone; search engines do not index it.',
  SHARE_LINK: 'Anyone with the URL of an active share link.',
  VISITOR_AUTH: 'Visitors with a JWT that was signed with the key of the site.',
})

export const SiteAdsStatusEnum = enumType('SiteAdsStatus', 'The status of the advertisements of a site.', {
  PENDING: 'Not submitted for review.',
  IN_REVIEW: 'Being reviewed.',
  LIVE: 'Advertisements are shown.',
  REJECTED: 'Rejected by the review.',
  DISABLED: 'Disabled.',
})

export const SiteAdsTopicEnum = enumType('SiteAdsTopic', 'The topic of the advertisements of a site.', {
  WEBDEV: 'Web development.',
  CRYPTO: 'Cryptocurrencies.',
})

export const SiteFeatureIdEnum = enumType('SiteFeatureId', 'A feature of sites.', siteFeatures)

export const SiteStructureTypeEnum = enumType(
  'SiteStructureType',
  'The kind of items at the root of a site.',
  {
    SECTIONS: 'Sections and section groups.',
    SITE_SPACES: { description: 'Site-spaces at the root.', extensions: { rest: 'siteSpaces' } },
  },
)
