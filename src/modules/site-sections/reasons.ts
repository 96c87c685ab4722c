import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const siteSectionsReasons = {
  SECTION_GROUP_NOT_IN_SITE: {
    code: 'BAD_USER_INPUT',
    message: 'is not a section group of this site',
    remedy: 'Reload the section groups of the site, and pass the id of one of them.',
  },
  SECTION_GROUPS_TOO_DEEP: {
    code: 'BAD_USER_INPUT',
    message: 'would put more than {maximum} groups in one another',
    remedy: 'Move the group to one that is higher.',
  },
  SITE_WITHOUT_SECTIONS: {
    code: 'BAD_USER_INPUT',
    message: 'The site has no sections, beside which an external link could be.',
    remedy: 'Add a section to the site first.',
  },
  TOO_MANY_EXTERNAL_LINKS: {
    code: 'CONFLICT',
    message: 'A site may have at most {maximum} external links.',
    remedy: 'Delete an external link first.',
  },
} as const satisfies ReasonTable

export const { badRequest, conflict, refusedInput } = errorsOf(siteSectionsReasons)
