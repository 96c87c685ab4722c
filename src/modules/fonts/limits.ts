import type { Limits } from '../../base/validation.ts'
import { singleLine } from '../../base/validation.ts'

export const maximumFonts = 100

/** Maximum files that an organization may announce in a day. */
export const maximumStorageUploads = 500

export const maximumFontBytes = 10 * 1024 * 1024

/** Seconds for which a file may be uploaded. */
export const uploadSeconds = 3600

/** The weight that every font has. */
export const regularWeight = 400

export const fontLimits = {
  fontFamily: { minLength: 1, maxLength: 50, ...singleLine },
  weight: { minimum: 1, maximum: 1000 },
  storageKey: { minLength: 1, maxLength: 512 },
  newFaces: { minItems: 1, maxItems: 20 },
  faces: { maxItems: 20 },
  fileName: { minLength: 1, maxLength: 255, ...singleLine },
  fileType: { maxLength: 255 },
  fileSize: { minimum: 1, maximum: maximumFontBytes },
} as const satisfies Record<string, Limits>
