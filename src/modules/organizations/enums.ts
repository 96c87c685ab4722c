import { builder } from '../../graphql/builder.ts'

export const OrganizationTypeEnum = builder.enumType('OrganizationType', {
  description: 'The type of an organization.',
  values: {
    BUSINESS: { description: 'A business.' },
    COMMUNITY: { description: 'A community: a non-profit, an open source project or a school.' },
  } as const,
})

export const OrganizationUseCaseEnum = builder.enumType('OrganizationUseCase', {
  description: 'The use case of an organization.',
  values: {
    INTERNAL_DOCS: { description: 'Internal documentation.', extensions: { rest: 'internalDocs' } },
    DOCS_SITE: { description: 'A documentation site.', extensions: { rest: 'docsSite' } },
    AUDIENCE_CONTROLLED_SITE: {
      description: 'A site for a restricted audience.',
      extensions: { rest: 'audienceControlledSite' },
    },
    PRODUCT_DOCS: { description: 'Product documentation.', extensions: { rest: 'productDocs' } },
    TEAM_KNOWLEDGE_BASE: {
      description: 'The knowledge base of a team.',
      extensions: { rest: 'teamKnowledgeBase' },
    },
    DESIGN_SYSTEM: { description: 'A design system.', extensions: { rest: 'designSystem' } },
    OPEN_SOURCE_DOCS: {
      description: 'Documentation of an open source project.',
      extensions: { rest: 'openSourceDocs' },
    },
    NOTES: { description: 'Notes.' },
    OTHER: { description: 'Another use case.' },
  } as const,
})

export const CommunityTypeEnum = builder.enumType('CommunityType', {
  description: 'The type of a community.',
  values: {
    NON_PROFIT: { description: 'A non-profit.', extensions: { rest: 'nonProfit' } },
    OPEN_SOURCE: { description: 'An open source project.', extensions: { rest: 'openSource' } },
    EDUCATION: { description: 'A school or university.' },
  } as const,
})

export const OrganizationPlanEnum = builder.enumType('OrganizationPlan', {
  description: 'The plan of an organization.',
  values: {
    FREE_2024: { description: 'The Free plan of 2024.', extensions: { rest: 'free_2024' } },
    PLUS_2024: { description: 'The Plus plan of 2024.', extensions: { rest: 'plus_2024' } },
    PRO_2024: { description: 'The Pro plan of 2024.', extensions: { rest: 'pro_2024' } },
    ENTERPRISE_2024: { description: 'The Enterprise plan of 2024.', extensions: { rest: 'enterprise_2024' } },
    COMMUNITY_2024: { description: 'The Community plan of 2024.', extensions: { rest: 'community_2024' } },
    FREE: { description: 'The Free plan.' },
    PLUS: { description: 'The Plus plan.' },
    PRO: { description: 'The Pro plan.' },
  } as const,
})

export const BillingIntervalEnum = builder.enumType('BillingInterval', {
  description: 'The billing interval of an organization.',
  values: { MONTHLY: { description: 'Monthly.' }, YEARLY: { description: 'Yearly.' } } as const,
})

export const TrialStatusEnum = builder.enumType('TrialStatus', {
  description: 'The status of a trial.',
  values: {
    NOT_APPLICABLE: {
      description: 'The organization cannot have a trial.',
      extensions: { rest: 'notapplicable' },
    },
    NONE: { description: 'The trial has not started.' },
    ACTIVE: { description: 'The trial is active.' },
    ENDED: { description: 'The trial ended with a decision.' },
    EXPIRED: { description: 'The trial ended without a decision.' },
  } as const,
})

export const TrialDecisionEnum = builder.enumType('TrialDecision', {
  description: 'The decision at the end of a trial.',
  values: { DOWNGRADE: { description: 'Downgrade to the Free plan.' } } as const,
})

export const BlockedReasonEnum = builder.enumType('BlockedReason', {
  description: 'The reason for which an organization is blocked.',
  values: { SECURITY: { description: 'Blocked for security reasons.' } } as const,
})

export const DefaultContentTypeEnum = builder.enumType('DefaultContentType', {
  description: 'The type of default content.',
  values: { SITE: { description: 'A site.' } } as const,
})

export const MergeRulesTypeEnum = builder.enumType('MergeRulesType', {
  description: 'Where the rules for merging change requests come from.',
  values: {
    INHERIT: { description: 'From the organization. For spaces only.' },
    RULES: { description: 'They are listed.' },
    NONE: { description: 'There are none: whoever may merge can do so at once.' },
  } as const,
})

export const MergeRuleNameEnum = builder.enumType('MergeRuleName', {
  description: 'A rule that a change request must meet to be merged. Outdated reviews never count.',
  values: {
    REQUIRE_AT_LEAST_ONE_REVIEW: {
      description: 'Somebody other than its author has reviewed it.',
      extensions: { rest: 'require_at_least_one_review' },
    },
    REQUIRE_AT_LEAST_ONE_APPROVED_REVIEW: {
      description: 'Somebody other than its author has approved it.',
      extensions: { rest: 'require_at_least_one_approved_review' },
    },
    REQUIRE_ALL_REVIEWS_APPROVED: {
      description: 'No review requests changes, and no requested review is missing.',
      extensions: { rest: 'require_all_reviews_approved' },
    },
    REQUIRE_SPECIFIC_REVIEWERS: {
      description: 'All of certain users have approved it.',
      extensions: { rest: 'require_specific_reviewers' },
    },
    REQUIRE_ONE_OF_SPECIFIC_REVIEWERS: {
      description: 'One of certain users has approved it.',
      extensions: { rest: 'require_one_of_specific_reviewers' },
    },
    REQUIRE_UP_TO_DATE_CHANGE_REQUEST: {
      description: 'It has all changes of the primary content.',
      extensions: { rest: 'require_up_to_date_change_request' },
    },
    REQUIRE_CHANGE_REQUEST_SUBJECT: {
      description: 'It has a subject.',
      extensions: { rest: 'require_change_request_subject' },
    },
    REQUIRE_CHANGE_REQUEST_DESCRIPTION: {
      description: 'It has a description.',
      extensions: { rest: 'require_change_request_description' },
    },
    REQUIRE_AUTHOR_TO_MERGE: {
      description: 'Its author merges it.',
      extensions: { rest: 'require_author_to_merge' },
    },
    ALLOW_BYPASS: {
      description: 'Certain users may merge whether the other rules are met or not.',
      extensions: { rest: 'allow_bypass' },
    },
  } as const,
})
