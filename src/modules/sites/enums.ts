import { builder } from '../../graphql/builder.ts'
import { siteFeatures } from './features.ts'

export const SiteTypeEnum = builder.enumType('SiteType', {
  description: 'The plan of a site. Self-hosted sites have all features on every plan.',
  values: {
    BASIC: { description: 'Basic.' },
    PREMIUM: { description: 'Premium.' },
    ULTIMATE: { description: 'Ultimate.' },
    SPONSORED: { description: 'Sponsored.' },
    LEGACY_BASIC: { description: 'Basic, legacy.' },
    LEGACY_PREMIUM: { description: 'Premium, legacy.' },
  } as const,
})

export const SpaceOfNewSiteEnum = builder.enumType('SpaceOfNewSite', {
  description: 'A new space for a new site.',
  values: {
    SAMPLE: { description: 'A space with sample content.' },
    EMPTY: { description: 'A space without content.' },
  } as const,
})

export const SiteVisibilityEnum = builder.enumType('SiteVisibility', {
  description: 'Who may read a published site.',
  values: {
    PUBLIC: { description: 'Anyone; search engines index it.' },
    UNLISTED: { description: 'Anyone; search engines do not index it.' },
    SHARE_LINK: { description: 'Anyone with the URL of an active share link.' },
    VISITOR_AUTH: { description: 'Visitors with a JWT that was signed with the key of the site.' },
  } as const,
})

export const SiteAdsStatusEnum = builder.enumType('SiteAdsStatus', {
  description: 'The status of the advertisements of a site.',
  values: {
    PENDING: { description: 'Not submitted for review.' },
    IN_REVIEW: { description: 'Being reviewed.' },
    LIVE: { description: 'Advertisements are shown.' },
    REJECTED: { description: 'Rejected by the review.' },
    DISABLED: { description: 'Disabled.' },
  } as const,
})

export const SiteAdsTopicEnum = builder.enumType('SiteAdsTopic', {
  description: 'The topic of the advertisements of a site.',
  values: {
    WEBDEV: { description: 'Web development.' },
    CRYPTO: { description: 'Cryptocurrencies.' },
  } as const,
})

export const SiteFeatureIdEnum = builder.enumType('SiteFeatureId', {
  description: 'A feature of sites.',
  values: siteFeatures,
})

export const SiteStructureTypeEnum = builder.enumType('SiteStructureType', {
  description: 'The kind of items at the root of a site.',
  values: {
    SECTIONS: { description: 'Sections and section groups.' },
    SITE_SPACES: { description: 'Site-spaces at the root.', extensions: { rest: 'siteSpaces' } },
  } as const,
})
