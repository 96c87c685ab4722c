import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const changeRequestsReasons = {
  CONFLICT_NOT_OPEN: {
    code: 'BAD_USER_INPUT',
    message: 'names no open conflict of this change request',
    remedy: 'Reload the conflicts of the change request, and pass the id of one that is open.',
  },
  CHANGE_REQUEST_NUMBER_WITHOUT_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'is required with the number of a change request, because numbers repeat across spaces',
    remedy: 'Pass the id of the space, or the id of the change request in place of its number.',
  },
  CHANGE_REQUESTS_OF_OTHERS: {
    code: 'FORBIDDEN',
    message: 'The change requests that a user can see are visible to that user only.',
    remedy: 'Read those of `viewer`, or those of an organization by `creator`.',
  },
  CHANGE_REQUEST_MERGED: {
    code: 'CONFLICT',
    message: 'Change request {number} is merged and cannot be changed.',
    remedy: 'Create another change request.',
  },
  MERGE_RULES_NOT_MET: {
    code: 'CONFLICT',
    message: 'Change request {number} cannot be merged yet: {rules}.',
    remedy: 'Do what is missing, or ask an administrator of the space to change its merge rules.',
  },
  CHANGE_REQUEST_ARCHIVED: {
    code: 'CONFLICT',
    message: 'Change request {number} is archived. Set its status to open first.',
    remedy: 'Set the status of the change request to open.',
  },
} as const satisfies ReasonTable

export const { conflict, forbidden, refusedInput } = errorsOf(changeRequestsReasons)
