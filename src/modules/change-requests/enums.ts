import { enumType } from '../../graphql/enum-type.ts'

const draft = 'Work in progress.'
const open = 'Ready for review and merge.'
const archived = 'Closed without a merge. It can be reopened.'

export const ChangeRequestStatusEnum = enumType('ChangeRequestStatus', 'The status of a change request.', {
  DRAFT: draft,
  OPEN: open,
  ARCHIVED: archived,
  MERGED: 'Merged into the primary content. The status cannot change anymore.',
})

export type ChangeRequestStatus = typeof ChangeRequestStatusEnum.$inferType

export const ChangeRequestStatusInputEnum = enumType(
  'ChangeRequestStatusInput',
  'The statuses that can be set. `MERGED` is set by merging only.',
  { DRAFT: draft, OPEN: open, ARCHIVED: archived },
)

export const ContributionEnum = enumType('ContributionType', 'What a user contributed to a change request.', {
  EDIT: 'Changes to the content.',
})

export const MergeOutcomeEnum = enumType('MergeOutcome', 'The outcome of a merge.', {
  MERGE: 'The change request was merged into the primary content.',
  CONFLICTS: 'There are conflicts, which must be resolved first. Nothing was merged.',
})

export const UpdateOutcomeEnum = enumType(
  'UpdateOutcome',
  'The outcome of updating a change request from the primary content.',
  {
    UPDATE: 'The change request was updated without conflicts.',
    CONFLICTS:
      'There are conflicts, for which the change request keeps its own version. They must be resolved before the next update or merge.',
  },
)

export const ConflictStatusEnum = enumType('ConflictStatus', 'The status of a conflict.', {
  OPEN: 'The conflict is not resolved yet.',
  RESOLVED: 'The conflict is resolved.',
})

const sides = {
  OURS: 'The version of the primary content.',
  THEIRS: 'The version of the change request, as it is now.',
  BASE: 'The version before both changes.',
}

export const ConflictSideEnum = enumType('ConflictSide', 'One of the versions of a conflict.', sides)

export const ConflictResolutionEnum = enumType(
  'ConflictResolution',
  'The version or text that resolves a conflict.',
  { ...sides, TEXT: 'A new text.' },
)

export const ConflictKindEnum = enumType('ConflictKind', 'The kind of a conflict.', {
  BODY: 'Both sides changed the same lines of a body.',
  FIELD: 'Both sides changed the same field, such as the title.',
  STRUCTURE: 'Both sides moved an object, or one side deleted what the other changed.',
})

export const ContentObjectEnum = enumType('ContentObject', 'The type of a content object.', {
  PAGE: 'A page.',
  FILE: 'A file.',
  REUSABLE_CONTENT: 'A reusable content.',
  VARIABLE: 'A variable of the space.',
})
