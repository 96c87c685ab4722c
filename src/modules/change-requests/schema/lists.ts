import type { InputShapeFromFields } from '@pothos/core'
import { asMember, isUser, type Member, type Viewer } from '../../../access/viewer.ts'
import { limited } from '../../../base/validation.ts'
import { comparedExtension } from '../../../graph/declare/connection.ts'
import { listOrder } from '../../../graph/declare/list-order.ts'
import { extend } from '../../../graph/declare/model.ts'
import type { Where } from '../../../graph/sql/where.ts'
import type { builder } from '../../../graphql/builder.ts'
import { Organization } from '../../organizations/schema.ts'
import { readableSites } from '../../sites/policy.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { type ChangeRequestStatus, ChangeRequestStatusEnum } from '../enums.ts'
import { changeRequestLimits } from '../limits.ts'
import { contributedBy } from '../policy.ts'
import { forbidden } from '../reasons.ts'
import { ChangeRequest } from './change-request.ts'

const changeRequestOrder = listOrder('ChangeRequest', {
  fields: {
    UPDATED_AT: {
      description: 'By the time of the last change to the change request or its content.',
      columns: [{ column: 'updatedAt', type: 'timestamptz' }],
    },
    CREATED_AT: { description: 'By the time of creation.', columns: [] },
  },
  direction: 'DESC',
})

type ArgumentBuilder = Pick<
  PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, unknown>,
  'arg'
>

/** Declares an argument with an id, by which the list is filtered. */
const comparedId = (t: ArgumentBuilder, description: string) =>
  t.arg.id({ description, extensions: { [comparedExtension]: true } })

const argumentsOfAll = (t: ArgumentBuilder) => ({
  search: t.arg.string({
    description:
      'Returns only change requests whose subject contains this text, ignoring case, or that have it as their number.',
    ...limited(changeRequestLimits.search),
  }),
  status: t.arg({
    type: [ChangeRequestStatusEnum],
    description:
      'Returns only change requests with one of these statuses. Null returns all. If omitted, open ones and the drafts that the caller created.',
  }),
  creator: comparedId(t, 'Returns only change requests that this user created.'),
  mine: t.arg.boolean({
    description: 'Returns only change requests that the caller created (true) or did not create (false).',
  }),
  contributor: comparedId(t, 'Returns only change requests whose content this user changed.'),
  requestedReviewer: comparedId(
    t,
    'Returns only change requests that wait for a review of this user, which was requested and not submitted yet.',
  ),
  reviewRequested: t.arg.boolean({
    description:
      'Returns only change requests that wait for a review of the caller (true) or do not (false).',
  }),
})

/** The arguments of lists of several spaces. */
const argumentsOfSeveral = (t: ArgumentBuilder) => ({
  ...argumentsOfAll(t),
  space: comparedId(t, 'Returns only change requests of this space.'),
  site: comparedId(t, 'Returns only change requests of spaces that this site shows.'),
  orderBy: t.arg({
    type: changeRequestOrder.input,
    description: 'The order. Defaults to the last change first.',
  }),
})

type ChangeRequestArguments = InputShapeFromFields<ReturnType<typeof argumentsOfAll>> &
  Partial<InputShapeFromFields<ReturnType<typeof argumentsOfSeveral>>>

/** Matches what lists have by default: what is open, and what the member has begun. */
const inProgress = ({ userId }: Member): Where => ({
  OR: [{ status: 'OPEN' }, { status: 'DRAFT', createdById: userId }],
})

const ofStatuses = (member: Member, statuses: readonly ChangeRequestStatus[] | null | undefined): Where => {
  if (statuses === undefined) return inProgress(member)
  if (statuses === null) return {}
  const [first, ...others] = new Set(statuses)
  // By equality, an index with the status before the order gives the rows in order.
  return first !== undefined && others.length === 0 ? { status: first } : { status: { in: [...statuses] } }
}

/** The largest number that a change request can have. */
const largestNumber = 2 ** 31 - 1

/** Matches a part of the subject, or the number as in `#12`. */
function withText(search: string | null | undefined): Where {
  if (search == null) return {}
  const [, digits] = /^#?(\d+)$/.exec(search.trim()) ?? []
  const number = Number(digits)
  const subject: Where = { subject: { contains: search, mode: 'insensitive' } }
  return number <= largestNumber ? { OR: [subject, { number }] } : subject
}

const listed = (viewer: Viewer, given: ChangeRequestArguments): Where => {
  const { search, status, creator, mine, contributor, requestedReviewer, reviewRequested, space, site } =
    given
  const member = asMember(viewer)
  const requestedFrom = (userId: string) => ({ requestedReviewers: { some: { userId } } })
  return {
    AND: [
      withText(search),
      ofStatuses(member, status),
      creator ? { createdById: creator } : {},
      mine === true ? { createdById: member.userId } : {},
      mine === false ? { OR: [{ createdById: null }, { createdById: { not: member.userId } }] } : {},
      contributor ? contributedBy(contributor) : {},
      requestedReviewer ? requestedFrom(requestedReviewer) : {},
      reviewRequested === true ? requestedFrom(member.userId) : {},
      reviewRequested === false ? { requestedReviewers: { none: { userId: member.userId } } } : {},
      space ? { spaceId: space } : {},
      site ? { space: { siteSpaces: { some: { siteId: site, site: readableSites(viewer) } } } } : {},
    ],
  }
}

const byNumber = [{ column: 'number', type: 'int' }] as const

extend(Space, (t) => ({
  changeRequests: t.many(ChangeRequest, {
    description: 'The change requests of the space.',
    by: 'spaceId',
    args: {
      ...argumentsOfAll(t),
      orderBy: t.arg({
        type: changeRequestOrder.input,
        description: 'The order. Defaults to the newest first.',
      }),
    },
    where: listed,
    order: ({ orderBy }) =>
      orderBy?.field === 'UPDATED_AT' ? changeRequestOrder.columns(orderBy, 'UPDATED_AT') : byNumber,
    direction: ({ orderBy }) => changeRequestOrder.direction(orderBy),
  }),
}))

extend(Organization, (t) => ({
  changeRequests: t.many(ChangeRequest, {
    description: 'The change requests of the spaces of the organization that the caller can see.',
    by: 'organizationId',
    args: argumentsOfSeveral(t),
    where: listed,
    order: ({ orderBy }) => changeRequestOrder.columns(orderBy, 'UPDATED_AT'),
    direction: ({ orderBy }) => changeRequestOrder.direction(orderBy),
  }),
}))

extend(User, (t) => ({
  changeRequests: t.many(ChangeRequest, {
    description:
      'The change requests of all spaces that the user can see, in every organization. Only available for the authenticated user.',
    by: {
      from: `(SELECT c.* FROM "Member" m JOIN "ChangeRequest" c ON c."organizationId" = m."organizationId"
        WHERE m."userId" = p.k0)`,
      condition: 'TRUE',
      keys: ['id'],
    },
    args: argumentsOfSeveral(t),
    authorize: (viewer, { id }) => {
      if (!isUser(viewer, id)) throw forbidden('CHANGE_REQUESTS_OF_OTHERS')
    },
    where: listed,
    order: ({ orderBy }) => changeRequestOrder.columns(orderBy, 'UPDATED_AT'),
    direction: ({ orderBy }) => changeRequestOrder.direction(orderBy),
  }),
}))
