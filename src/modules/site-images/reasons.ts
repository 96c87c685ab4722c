import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const siteImagesReasons = {
  TOO_MANY_SITE_IMAGES: {
    code: 'CONFLICT',
    message: 'A site may have at most {maximum} pictures.',
    remedy:
      'Remove pictures from the customization of the site. Those that it does not name are deleted a day after they were uploaded.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(siteImagesReasons)
