import { builder } from '../../../graphql/builder.ts'
import { connectionField } from '../../../graphql/connection.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { visibleMembers } from '../../members/policy.ts'
import { Member } from '../../members/schema.ts'
import { Space } from '../../spaces/schema.ts'

/** Returns SQL for the members of the organization of the space p.k0 who wrote one of the comments `c` or a reply. */
const writersOf = (comments: string) => `(
  SELECT m.* FROM "Space" s JOIN "Member" m ON m."organizationId" = s."organizationId"
  WHERE s.id = p.k0 AND m."userId" IN (
    SELECT unnest(ARRAY[c."postedById", r."postedById"])
    FROM "Comment" c LEFT JOIN "CommentReply" r ON r."commentId" = c.id WHERE ${comments}))`

const order = 'ordered by when they joined the organization'

builder.prismaObjectField(Space, 'commenters', (t) =>
  connectionField(t, {
    type: Member,
    name: 'Member',
    description: `The members who wrote comments or replies on the space, except on its change requests, ${order}.`,
    parent: {
      keyTypes: ['text'],
      from: writersOf('c."spaceId" = p.k0 AND c."changeRequestId" IS NULL'),
      condition: 'TRUE',
      keys: (space) => [space.id],
    },
    where: visibleMembers,
    order: [],
  }),
)

builder.prismaObjectField(ChangeRequest, 'commenters', (t) =>
  connectionField(t, {
    type: Member,
    name: 'Member',
    description: `The members who wrote comments or replies on the change request, ${order}.`,
    parent: {
      keyTypes: ['text', 'text'],
      from: writersOf('c."changeRequestId" = p.k1'),
      condition: 'TRUE',
      keys: (changeRequest) => [changeRequest.spaceId, changeRequest.id],
    },
    where: visibleMembers,
    order: [],
  }),
)
