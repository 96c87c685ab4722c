import { noRows, type Viewer, visibleOrganizations } from '../../../access/viewer.ts'
import { extend } from '../../../graph/declare/model.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { Member } from '../../members/schema.ts'
import { Space } from '../../spaces/schema.ts'

/** Returns SQL for the members of the organization of the space p.k0 who wrote one of the comments `c` or a reply. */
const writersOf = (comments: string) => `(
  SELECT m.* FROM "Member" m
  WHERE m."organizationId" = (SELECT s."organizationId" FROM "Space" s WHERE s.id = p.k0) AND m."userId" = ANY(ARRAY(
    SELECT c."postedById" FROM "Comment" c WHERE ${comments}
    UNION SELECT r."postedById" FROM "Comment" c JOIN "CommentReply" r ON r."commentId" = c.id
    WHERE ${comments} AND c."replyCount" > 0)))`

const order = 'ordered by when they joined the organization'

/** Matches all who commented: readers of a space, guests as well, meet them. Visitors of a site meet nobody. */
const policy = (viewer: Viewer) =>
  viewer.kind === 'visitor' ? noRows : { organizationId: { in: visibleOrganizations(viewer) } }

extend(Space, (t) => ({
  commenters: t.many(Member, {
    description: `The members who wrote comments or replies on the space, except on its change requests, ${order}.`,
    by: {
      from: writersOf('c."spaceId" = p.k0 AND c."changeRequestId" IS NULL'),
      condition: 'TRUE',
      keys: ['id'],
    },
    policy,
    order: [],
  }),
}))

extend(ChangeRequest, (t) => ({
  commenters: t.many(Member, {
    description: `The members who wrote comments or replies on the change request, ${order}.`,
    by: {
      from: writersOf('c."changeRequestId" = p.k1'),
      condition: 'TRUE',
      keys: ['spaceId', 'id'],
    },
    policy,
    order: [],
  }),
}))
