import { builder } from '../../graphql/builder.ts'

const draft = { description: 'Being written; not shown in the bare list.' }
const open = { description: 'Ready to be reviewed and merged.' }
const archived = { description: 'Put aside. It can be opened again.' }

export const ChangeRequestStatusEnum = builder.enumType('ChangeRequestStatus', {
  description: 'How far a change request is.',
  values: {
    DRAFT: draft,
    OPEN: open,
    ARCHIVED: archived,
    MERGED: { description: 'Part of the primary content; final.' },
  } as const,
})

export const ChangeRequestStatusInputEnum = builder.enumType('ChangeRequestStatusInput', {
  description: 'The statuses that a change request can be given. Only a merge makes it merged.',
  values: { DRAFT: draft, OPEN: open, ARCHIVED: archived } as const,
})

export const MergeOutcomeEnum = builder.enumType('MergeOutcome', {
  description: 'What came of a merge.',
  values: {
    MERGE: { description: 'The proposal is part of the primary content now.' },
    CONFLICTS: {
      description: 'Both sides changed the same: nothing was merged, and the conflicts are listed.',
    },
  } as const,
})

export const UpdateOutcomeEnum = builder.enumType('UpdateOutcome', {
  description: 'What came of bringing primary content into a change request.',
  values: {
    UPDATE: { description: 'Everything combined.' },
    CONFLICTS: {
      description:
        'Both sides changed the same: there the change request keeps its own, and the conflicts are listed.',
    },
  } as const,
})

export const ConflictKindEnum = builder.enumType('ConflictKind', {
  description: 'What could not be combined.',
  values: {
    BODY: { description: 'Lines of a body.' },
    FIELD: { description: 'A member, such as the title.' },
    STRUCTURE: { description: 'Where something stands, or whether it is there at all.' },
  } as const,
})

export const ContentObjectEnum = builder.enumType('ContentObject', {
  description: 'A kind of content.',
  values: {
    PAGE: { description: 'A page.' },
    FILE: { description: 'A file.' },
    REUSABLE_CONTENT: { description: 'A piece of content that pages include.' },
  } as const,
})
