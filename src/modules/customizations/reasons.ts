import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const customizationsReasons = {
  CUSTOMIZATION_CHANGED: {
    code: 'PRECONDITION_FAILED',
    message: 'The customization has changed: its version is {version}.',
    remedy: 'Read the customization again, and repeat the change with its new `version`.',
  },
  NO_PAGE_TO_PREVIEW: {
    code: 'CONFLICT',
    message: 'The site has no page that could be shown.',
    remedy: 'Add a space that has a page to the site, or write a page in one of its spaces.',
  },
} as const satisfies ReasonTable

export const { conflict, preconditionFailed } = errorsOf(customizationsReasons)
