import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const fontsReasons = {
  TOO_MANY_FONTS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} fonts.',
    remedy: 'Delete a font first.',
  },
  TOO_MANY_STORAGE_UPLOADS: {
    code: 'CONFLICT',
    message: 'An organization may announce at most {maximum} files in a day.',
    remedy: 'Use the keys of files that are uploaded, or try again tomorrow.',
  },
  FONT_IN_USE: {
    code: 'CONFLICT',
    message: 'The font is used by the customization of the site {title}.',
    remedy: 'Choose another font there first.',
  },
  FONT_WITHOUT_REGULAR: {
    code: 'PRECONDITION_FAILED',
    message: 'A font must have a face with the weight 400.',
    remedy: 'Add a face with the weight 400, or keep the one that the font has.',
  },
} as const satisfies ReasonTable

export const { conflict, preconditionFailed } = errorsOf(fontsReasons)
