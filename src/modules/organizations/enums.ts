import { builder } from '../../graphql/builder.ts'

export const OrganizationTypeEnum = builder.enumType('OrganizationType', {
  description: 'What kind of organization it is.',
  values: {
    BUSINESS: { description: 'A company or its like.' },
    COMMUNITY: { description: 'A non-profit, an open source project or a school.' },
  } as const,
})

export const OrganizationUseCaseEnum = builder.enumType('OrganizationUseCase', {
  description: 'What the organization writes for.',
  values: {
    INTERNAL_DOCS: { description: 'Internal documentation.', extensions: { rest: 'internalDocs' } },
    DOCS_SITE: { description: 'A documentation site.', extensions: { rest: 'docsSite' } },
    AUDIENCE_CONTROLLED_SITE: {
      description: 'A site for a chosen audience.',
      extensions: { rest: 'audienceControlledSite' },
    },
    PRODUCT_DOCS: { description: 'Product documentation.', extensions: { rest: 'productDocs' } },
    TEAM_KNOWLEDGE_BASE: {
      description: 'A team’s knowledge base.',
      extensions: { rest: 'teamKnowledgeBase' },
    },
    DESIGN_SYSTEM: { description: 'A design system.', extensions: { rest: 'designSystem' } },
    OPEN_SOURCE_DOCS: {
      description: 'Docs of an open source project.',
      extensions: { rest: 'openSourceDocs' },
    },
    NOTES: { description: 'Notes.' },
    OTHER: { description: 'Something else.' },
  } as const,
})

export const CommunityTypeEnum = builder.enumType('CommunityType', {
  description: 'What kind of community it is.',
  values: {
    NON_PROFIT: { description: 'A non-profit.', extensions: { rest: 'nonProfit' } },
    OPEN_SOURCE: { description: 'An open source project.', extensions: { rest: 'openSource' } },
    EDUCATION: { description: 'A school or university.' },
  } as const,
})

export const OrganizationPlanEnum = builder.enumType('OrganizationPlan', {
  description: 'The plan. A self-hosted organization has no restrictions whatever it is.',
  values: {
    FREE_2024: { description: 'Free, of 2024.', extensions: { rest: 'free_2024' } },
    PLUS_2024: { description: 'Plus, of 2024.', extensions: { rest: 'plus_2024' } },
    PRO_2024: { description: 'Pro, of 2024.', extensions: { rest: 'pro_2024' } },
    ENTERPRISE_2024: { description: 'Enterprise, of 2024.', extensions: { rest: 'enterprise_2024' } },
    COMMUNITY_2024: { description: 'Community, of 2024.', extensions: { rest: 'community_2024' } },
    FREE: { description: 'Free.' },
    PLUS: { description: 'Plus.' },
    PRO: { description: 'Pro.' },
  } as const,
})

export const BillingIntervalEnum = builder.enumType('BillingInterval', {
  description: 'How often an organization is billed.',
  values: { MONTHLY: { description: 'Every month.' }, YEARLY: { description: 'Every year.' } } as const,
})

export const TrialStatusEnum = builder.enumType('TrialStatus', {
  description: 'Where an organization stands with its trial.',
  values: {
    NOT_APPLICABLE: { description: 'No trial is possible.', extensions: { rest: 'notapplicable' } },
    NONE: { description: 'Not started.' },
    ACTIVE: { description: 'Running.' },
    ENDED: { description: 'Over, and decided.' },
    EXPIRED: { description: 'Over, and undecided.' },
  } as const,
})

export const TrialDecisionEnum = builder.enumType('TrialDecision', {
  description: 'What was decided at the end of a trial.',
  values: { DOWNGRADE: { description: 'Go on with the free plan.' } } as const,
})

export const BlockedReasonEnum = builder.enumType('BlockedReason', {
  description: 'Why an organization is blocked.',
  values: { SECURITY: { description: 'For security.' } } as const,
})

export const DefaultContentTypeEnum = builder.enumType('DefaultContentType', {
  description: 'What kind of content an organization shows by default.',
  values: { SITE: { description: 'A site.' } } as const,
})
