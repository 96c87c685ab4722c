import { builder } from '../../graphql/builder.ts'
import { siteFeatures } from './features.ts'

export const SiteTypeEnum = builder.enumType('SiteType', {
  description: 'The plan of a site. A self-hosted site has all features whatever it is.',
  values: {
    BASIC: { description: 'Basic.' },
    PREMIUM: { description: 'Premium.' },
    ULTIMATE: { description: 'Ultimate.' },
    SPONSORED: { description: 'Sponsored.' },
    LEGACY_BASIC: { description: 'Basic, of an earlier kind.' },
    LEGACY_PREMIUM: { description: 'Premium, of an earlier kind.' },
  } as const,
})

export const SiteVisibilityEnum = builder.enumType('SiteVisibility', {
  description: 'Who may read a published site.',
  values: {
    PUBLIC: { description: 'Anyone; search engines index it.' },
    UNLISTED: { description: 'Anyone; search engines do not index it.' },
    SHARE_LINK: { description: 'Anyone who has a secret token in the address.' },
    VISITOR_AUTH: { description: 'Visitors authenticated by a JWT.' },
  } as const,
})

export const SiteAdsStatusEnum = builder.enumType('SiteAdsStatus', {
  description: 'Where a site stands with advertisements.',
  values: {
    PENDING: { description: 'Not submitted for review.' },
    IN_REVIEW: { description: 'Being reviewed.' },
    LIVE: { description: 'Advertisements are shown.' },
    REJECTED: { description: 'The review has refused them.' },
    DISABLED: { description: 'Switched off.' },
  } as const,
})

export const SiteAdsTopicEnum = builder.enumType('SiteAdsTopic', {
  description: 'What the advertisements of a site are about.',
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
  description: 'What a site is made of.',
  values: {
    SECTIONS: { description: 'Sections and groups of sections.' },
    SITE_SPACES: { description: 'Site-spaces at the root.', extensions: { rest: 'siteSpaces' } },
  } as const,
})
