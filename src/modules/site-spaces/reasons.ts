import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const siteSpacesReasons = {
  SITE_SPACE_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a site-space of this site',
    remedy: 'Reload the site-spaces of the site, and pass the id of one of them.',
  },
  PAGE_NOT_IN_SITE_SPACE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a page of this site-space',
    remedy: 'Pass the id of a page that the site-space shows.',
  },
  PATH_TAKEN: {
    code: 'CONFLICT',
    message: 'path: is already used by another {owner}',
    remedy: 'Choose another path.',
  },
  SPACE_ALREADY_IN_SITE: {
    code: 'CONFLICT',
    message: 'spaceId: is already in use, in the same section or at the root of the site',
    remedy: 'Use the site-space that the space already has, or add the space to another section.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(siteSpacesReasons)
