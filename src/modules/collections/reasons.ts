import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const collectionsReasons = {
  PARENT_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'must be the id of a collection of this organization',
    remedy: 'Pass the id of a collection that you can see.',
  },
  SIBLING_NOT_IN_PARENT: {
    code: 'BAD_USER_INPUT',
    message: 'must be the id of an item in the target parent',
    remedy: 'Reload the items of the target, and pass the id of one of them.',
  },
  COLLECTIONS_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would nest collections more than {maximum} levels deep',
    remedy: 'Choose a parent that is higher in the tree.',
  },
  COLLECTION_IN_ITSELF: {
    code: 'BAD_USER_INPUT',
    message: 'must not be the collection itself or a collection inside it',
    remedy: 'Choose a parent outside of the collection.',
  },
  COLLECTION_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The collection is not deleted.',
    remedy: 'Nothing: the collection does not need to be restored.',
  },
  POSITION_UNCHANGED: {
    code: 'CONFLICT',
    message: 'The item already has this position; the move would change nothing.',
    remedy: 'Nothing: the item is where it should be.',
  },
  ITEM_MOVED: {
    code: 'CONFLICT',
    message: 'The item was moved by another request; reload it and try again.',
    remedy: 'Reload the item, and move it from where it is now.',
  },
  ALREADY_IN_ORGANIZATION: {
    code: 'CONFLICT',
    message: 'The content is already in this organization; the transfer would change nothing.',
    remedy: 'Choose another organization.',
  },
  SPACE_IN_SITE: {
    code: 'PRECONDITION_FAILED',
    message: 'The space "{space}" is used in the site "{site}"; remove it from the site first.',
    remedy: 'Remove the space from the site.',
  },
} as const satisfies ReasonTable

export const { conflict, preconditionFailed, refusedInput } = errorsOf(collectionsReasons)
