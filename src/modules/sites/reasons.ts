import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const sitesReasons = {
  SIBLING_NOT_ON_LEVEL: {
    code: 'BAD_USER_INPUT',
    message: 'names no sibling on the same level',
    remedy: 'Reload the structure of the site, and pass the id of a sibling.',
  },
  SECTION_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a section of this site',
    remedy: 'Reload the sections of the site, and pass the id of one of them.',
  },
  SPACE_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: '{id} is not a space of this organization that you may read',
    remedy: 'Pass the id of a space of the organization that you can see.',
  },
  BASENAME_TAKEN: {
    code: 'CONFLICT',
    message: 'basename: is already used by another site of the organization',
    remedy: 'Choose another basename.',
  },
  BASENAME_IS_SITE_ID: {
    code: 'CONFLICT',
    message: 'basename: is the id of another site of the organization',
    remedy: 'Choose another basename.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(sitesReasons)
