/** All features of sites. A self-hosted server has all of them. */
export const siteFeatures = {
  SITES_ADAPTIVE_CONTENT: { description: 'Content that adapts to the visitor.' },
  SITES_ADVANCED_CUSTOMIZATION: { description: 'Advanced customization.' },
  SITES_ADVANCED_INSIGHTS: { description: 'Advanced insights.' },
  SITES_ADS: { description: 'Advertisements.' },
  SITES_AI_SEARCH: { description: 'Search by AI.' },
  SITES_AI_ASSISTANT: { description: 'An AI assistant.' },
  SITES_API_PLAYGROUND: { description: 'A playground for APIs.' },
  SITES_BASIC_CUSTOMIZATION: { description: 'Basic customization.' },
  SITES_CUSTOM_DOMAIN: { description: 'A domain of its own.' },
  SITES_CUSTOM_FONTS: { description: 'Fonts of its own.' },
  SITES_CUSTOM_SUBDIRECTORY: { description: 'Serving it below a path of another domain.' },
  SITES_FULL_TEXT_SEARCH: { description: 'Full text search.' },
  SITES_MULTIVARIANT_SITE: { description: 'Several spaces as variants.' },
  SITES_NO_CUSTOM_DOMAIN: { description: 'Serving it without a domain of its own.' },
  SITES_PAGE_FEEDBACK: { description: 'Feedback on pages.' },
  SITES_PAGE_TRAFFIC_INSIGHTS: { description: 'Insights into the traffic of pages.' },
  SITES_PDF_EXPORT: { description: 'Export as PDF.' },
  SITES_PREVIEW_DEPLOYMENTS: { description: 'Previews.' },
  SITES_PUBLIC_VISIBILITY: { description: 'Being public.' },
  SITES_REDIRECTS: { description: 'Redirects.' },
  SITES_SEARCH_INSIGHTS: { description: 'Insights into searches.' },
  SITES_SECTIONS: { description: 'Sections.' },
  SITES_SEO: { description: 'Search engine optimization.' },
  SITES_SHARE_LINKS: { description: 'Share links.' },
  SITES_UNLISTED_VISIBILITY: { description: 'Being unlisted.' },
  SITES_USER_CONTRIBUTION: { description: 'Contributions by visitors.' },
  SITES_VISITOR_AUTHENTICATION: { description: 'Authentication of visitors.' },
  SITES_VISITORS: { description: 'Visitors.' },
} as const

export type SiteFeatureId = keyof typeof siteFeatures

export const siteFeatureIds = Object.keys(siteFeatures) as SiteFeatureId[]
