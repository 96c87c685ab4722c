import { enumType } from '../../graphql/enum-type.ts'

export const OrganizationTypeEnum = enumType('OrganizationType', 'The type of an organization.', {
  BUSINESS: 'A business.',
  COMMUNITY: 'A community: a non-profit, an open source project or a school.',
})

export const OrganizationUseCaseEnum = enumType('OrganizationUseCase', 'The use case of an organization.', {
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
  NOTES: 'Notes.',
  OTHER: 'Another use case.',
})

export const CommunityTypeEnum = enumType('CommunityType', 'The type of a community.', {
  NON_PROFIT: { description: 'A non-profit.', extensions: { rest: 'nonProfit' } },
  OPEN_SOURCE: { description: 'An open source project.', extensions: { rest: 'openSource' } },
  EDUCATION: 'A school or university.',
})

export const OrganizationPlanEnum = enumType('OrganizationPlan', 'The plan of an organization.', {
  FREE_2024: { description: 'The Free plan of 2024.', extensions: { rest: 'free_2024' } },
  PLUS_2024: { description: 'The Plus plan of 2024.', extensions: { rest: 'plus_2024' } },
  PRO_2024: { description: 'The Pro plan of 2024.', extensions: { rest: 'pro_2024' } },
  ENTERPRISE_2024: { description: 'The Enterprise plan of 2024.', extensions: { rest: 'enterprise_2024' } },
  COMMUNITY_2024: { description: 'The Community plan of 2024.', extensions: { rest: 'community_2024' } },
  FREE: 'The Free plan.',
  PLUS: 'The Plus plan.',
  PRO: 'The Pro plan.',
})

export const BillingIntervalEnum = enumType('BillingInterval', 'The billing interval of an organization.', {
  MONTHLY: 'Monthly.',
  YEARLY: 'Yearly.',
})

export const TrialStatusEnum = enumType('TrialStatus', 'The status of a trial.', {
  NOT_APPLICABLE: {
    description: 'The organization cannot have a trial.',
    extensions: { rest: 'notapplicable' },
  },
  NONE: 'The trial has not started.',
  ACTIVE: 'The trial is active.',
  ENDED: 'The trial ended with a decision.',
  EXPIRED: 'The trial ended without a decision.',
})

export const TrialDecisionEnum = enumType('TrialDecision', 'The decision at the end of a trial.', {
  DOWNGRADE: 'Downgrade to the Free plan.',
})

export const BlockedReasonEnum = enumType(
  'BlockedReason',
  'The reason for which an organization is blocked.',
  { SECURITY: 'Blocked for security reasons.' },
)

export const DefaultContentTypeEnum = enumType('DefaultContentType', 'The type of default content.', {
  SITE: 'A site.',
})

export const MergeRulesTypeEnum = enumType(
  'MergeRulesType',
  'Where the rules for merging change requests come from.',
  {
    INHERIT: 'From the organization. For spaces only.',
    RULES: 'They are listed.',
    NONE: 'There are none: whoever may merge can do so at once.',
  },
)

export const MergeRuleNameEnum = enumType(
  'MergeRuleName',
  'A rule that a change request must meet to be merged. Outdated reviews never count.',
  {
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
  },
)
