import type { ChangeRequest, Review } from '../../generated/prisma/client.ts'
import type { OpenRevision } from '../content/revision-writer.ts'
import { type MergeRule, mergeRulesOf } from '../organizations/merge-rules.ts'
import { conflict } from './reasons.ts'

/** The change request with all that rules can be about. */
interface Proposal {
  readonly changeRequest: ChangeRequest
  readonly isOutdated: boolean
  /** The user who merges. */
  readonly userId: string
  /** The reviews that no other one of the same reviewer supersedes. */
  readonly reviews: readonly Pick<Review, 'reviewerId' | 'status'>[]
  /** The number of requested reviews that are missing. */
  readonly requested: number
}

const isApproval = ({ status }: Pick<Review, 'status'>) => status === 'APPROVED'

const reviewsOfOthers = ({ reviews, changeRequest: { createdById } }: Proposal) =>
  reviews.filter(({ reviewerId }) => reviewerId === null || reviewerId !== createdById)

const approvers = ({ reviews }: Proposal) => reviews.filter(isApproval).map(({ reviewerId }) => reviewerId)

interface Requirement {
  readonly isMet: (proposal: Proposal, users: readonly string[]) => boolean
  /** The part that is missing, in words. */
  readonly missing: string
}

const requirements: Readonly<Record<Exclude<MergeRule['rule'], 'ALLOW_BYPASS'>, Requirement>> = {
  REQUIRE_AT_LEAST_ONE_REVIEW: {
    isMet: (proposal) => reviewsOfOthers(proposal).length > 0,
    missing: 'somebody other than its author must review it',
  },
  REQUIRE_AT_LEAST_ONE_APPROVED_REVIEW: {
    isMet: (proposal) => reviewsOfOthers(proposal).some(isApproval),
    missing: 'somebody other than its author must approve it',
  },
  REQUIRE_ALL_REVIEWS_APPROVED: {
    isMet: ({ reviews, requested }) => requested === 0 && reviews.every(isApproval),
    missing: 'all its reviewers must approve it',
  },
  REQUIRE_SPECIFIC_REVIEWERS: {
    isMet: (proposal, users) => users.every((user) => approvers(proposal).includes(user)),
    missing: 'all users in its merge rules must approve it',
  },
  REQUIRE_ONE_OF_SPECIFIC_REVIEWERS: {
    isMet: (proposal, users) => users.some((user) => approvers(proposal).includes(user)),
    missing: 'one of the users in its merge rules must approve it',
  },
  REQUIRE_UP_TO_DATE_CHANGE_REQUEST: {
    isMet: ({ isOutdated }) => !isOutdated,
    missing: 'it must be updated with the primary content',
  },
  REQUIRE_CHANGE_REQUEST_SUBJECT: {
    isMet: ({ changeRequest: { subject } }) => subject.trim() !== '',
    missing: 'it needs a subject',
  },
  REQUIRE_CHANGE_REQUEST_DESCRIPTION: {
    isMet: ({ changeRequest: { descriptionMarkdown } }) => Boolean(descriptionMarkdown?.trim()),
    missing: 'it needs a description',
  },
  REQUIRE_AUTHOR_TO_MERGE: {
    isMet: ({ changeRequest: { createdById }, userId }) => createdById === userId,
    missing: 'its author must merge it',
  },
}

/** Throws CONFLICT unless a change request, which is locked, meets the rules of its space or organization. */
export async function assertMergeRules(
  primary: OpenRevision,
  { changeRequestId, ...proposal }: Pick<Proposal, 'isOutdated' | 'userId'> & { changeRequestId: string },
): Promise<void> {
  const rules = rulesFor(primary)
  const { transaction } = primary
  const mayBypass = ({ rule, users }: MergeRule) =>
    rule === 'ALLOW_BYPASS' && users?.includes(proposal.userId)
  if (rules.length === 0 || rules.some(mayBypass)) return
  const changeRequest = await transaction.changeRequest.findUniqueOrThrow({ where: { id: changeRequestId } })
  const where = { changeRequestId }
  const reviews = await transaction.review.findMany({ where: { ...where, outdated: false } })
  const requested = await transaction.requestedReviewer.count({ where })
  const missing = rules.flatMap(({ rule, users }) => {
    if (rule === 'ALLOW_BYPASS') return []
    const { isMet, missing: words } = requirements[rule]
    return isMet({ ...proposal, changeRequest, reviews, requested }, users ?? []) ? [] : [words]
  })
  if (missing.length > 0)
    throw conflict('MERGE_RULES_NOT_MET', {
      number: changeRequest.number,
      rules: [...new Set(missing)].join(', '),
    })
}

function rulesFor({ space, mergeRulesOfOrganization }: OpenRevision): readonly MergeRule[] {
  const own = mergeRulesOf(space.mergeRules, 'INHERIT')
  const { rules } = own.type === 'INHERIT' ? mergeRulesOf(mergeRulesOfOrganization, 'NONE') : own
  return rules ?? []
}
