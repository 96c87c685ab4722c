import { builder } from '../../graphql/builder.ts'

const draft = { description: 'Work in progress.' }
const open = { description: 'Ready for review and merge.' }
const archived = { description: 'Closed without a merge. It can be reopened.' }

export const ChangeRequestStatusEnum = builder.enumType('ChangeRequestStatus', {
  description: 'The status of a change request.',
  values: {
    DRAFT: draft,
    OPEN: open,
    ARCHIVED: archived,
    MERGED: { description: 'Merged into the primary content. The status cannot change anymore.' },
  } as const,
})

export type ChangeRequestStatus = typeof ChangeRequestStatusEnum.$inferType

export const ChangeRequestStatusInputEnum = builder.enumType('ChangeRequestStatusInput', {
  description: 'The statuses that can be set. `MERGED` is set by merging only.',
  values: { DRAFT: draft, OPEN: open, ARCHIVED: archived } as const,
})

export const ContributionEnum = builder.enumType('ContributionType', {
  description: 'What a user contributed to a change request.',
  values: { EDIT: { description: 'Changes to the content.' } } as const,
})

export const MergeOutcomeEnum = builder.enumType('MergeOutcome', {
  description: 'The outcome of a merge.',
  values: {
    MERGE: { description: 'The change request was merged into the primary content.' },
    CONFLICTS: {
      description: 'There are conflicts, which must be resolved first. Nothing was merged.',
    },
  } as const,
})

export const UpdateOutcomeEnum = builder.enumType('UpdateOutcome', {
  description: 'The outcome of updating a change request from the primary content.',
  values: {
    UPDATE: { description: 'The change request was updated without conflicts.' },
    CONFLICTS: {
      description:
        'There are conflicts, for which the change request keeps its own version. They must be resolved before the next update or merge.',
    },
  } as const,
})

export const ConflictStatusEnum = builder.enumType('ConflictStatus', {
  description: 'The status of a conflict.',
  values: {
    OPEN: { description: 'The conflict is not resolved yet.' },
    RESOLVED: { description: 'The conflict is resolved.' },
  } as const,
})

const sides = {
  OURS: { description: 'The version of the primary content.' },
  THEIRS: { description: 'The version of the change request, as it is now.' },
  BASE: { description: 'The version before both changes.' },
} as const

export const ConflictSideEnum = builder.enumType('ConflictSide', {
  description: 'One of the versions of a conflict.',
  values: sides,
})

export const ConflictResolutionEnum = builder.enumType('ConflictResolution', {
  description: 'The version or text that resolves a conflict.',
  values: { ...sides, TEXT: { description: 'A new text.' } } as const,
})

export const ConflictKindEnum = builder.enumType('ConflictKind', {
  description: 'The kind of a conflict.',
  values: {
    BODY: { description: 'Both sides changed the same lines of a body.' },
    FIELD: { description: 'Both sides changed the same field, such as the title.' },
    STRUCTURE: { description: 'Both sides moved an object, or one side deleted what the other changed.' },
  } as const,
})

export const ContentObjectEnum = builder.enumType('ContentObject', {
  description: 'The type of a content object.',
  values: {
    PAGE: { description: 'A page.' },
    FILE: { description: 'A file.' },
    REUSABLE_CONTENT: { description: 'A reusable content.' },
    VARIABLE: { description: 'A variable of the space.' },
  } as const,
})
