import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const contentReasons = {
  PAGE_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no page of this space',
    remedy: 'Reload the pages of the content, and pass the id of one of them.',
  },
  PAGE_NOT_IN_REVISION: {
    code: 'BAD_USER_INPUT',
    message: 'names no page of that revision',
    remedy: 'Pass the id of a page of the revision that is restored from.',
  },
  FILE_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no file of this space',
    remedy: 'Reload the files of the content, and pass the id of one of them.',
  },
  REVISION_NOT_IN_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'names no revision of this space',
    remedy: 'Pass the id of a revision of the space.',
  },
  BASE_REVISION_UNKNOWN: {
    code: 'BAD_USER_INPUT',
    message: 'The base revision is not one of this content.',
    remedy: 'Pass the id of the revision in which the content was read.',
  },
  SPECIFICATION_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'names no OpenAPI specification of the organization',
    remedy: 'Pass the slug of a specification of the organization.',
  },
  SLUG_TAKEN: {
    code: 'BAD_USER_INPUT',
    message: 'is already used by another page with the same parent',
    remedy: 'Choose another slug, or none: it then follows from the title.',
  },
  SLUG_TAKEN_IN_PARENT: {
    code: 'BAD_USER_INPUT',
    message: 'already has a subpage with the slug {slug}',
    remedy: 'Give the page another slug before it is moved.',
  },
  PARENT_HOLDS_NO_PAGES: {
    code: 'BAD_USER_INPUT',
    message: 'names a link or a computed page, which cannot have subpages',
    remedy: 'Choose a document or a group as parent.',
  },
  PAGES_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would nest pages more than {maximum} levels deep',
    remedy: 'Choose a parent that is higher in the tree.',
  },
  PAGE_IN_ITSELF: {
    code: 'BAD_USER_INPUT',
    message: 'names the page itself or one of its descendants',
    remedy: 'Choose a parent outside of the page.',
  },
  TOO_MANY_COMPUTED_PAGES: {
    code: 'BAD_USER_INPUT',
    message: 'cannot be COMPUTED: content can have at most {maximum} computed pages',
    remedy: 'Delete a computed page first.',
  },
  SPACE_LOCKED: {
    code: 'CONFLICT',
    message: 'The content of this space is locked. Edit it through a change request.',
    remedy: 'Create a change request, and make the changes there.',
  },
  REVISION_IS_CURRENT: {
    code: 'CONFLICT',
    message: 'The revision is already the current content of the space.',
    remedy: 'Nothing: the content is that of the revision.',
  },
  BASE_REVISION_STALE: {
    code: 'PRECONDITION_FAILED',
    message: 'The content has changed since the base revision: the newest revision is {newest}.',
    remedy: 'Read the content again and repeat the changes, or ask for a merge with `MERGE`.',
  },
  BASE_REVISION_CONFLICTS: {
    code: 'PRECONDITION_FAILED',
    message:
      'The changes cannot be merged with what changed since the base revision, for example in “{title}”.',
    remedy: 'Read the content again, and repeat the changes with the newest revision as their base.',
  },
  BODY_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: 'takes longer than {seconds} seconds or too much memory to read; split it into several pages',
    remedy: 'Split the page into several, or remove what repeats one character or construct very often.',
  },
} as const satisfies ReasonTable

export const { badRequest, conflict, preconditionFailed, refusedInput } = errorsOf(contentReasons)
