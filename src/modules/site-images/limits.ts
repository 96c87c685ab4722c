import { contentLimits } from '../../formats/body/limits.ts'

export const maximumImageBytes = 5 * 1024 * 1024

/** Maximum pictures that a site may have, shown or not. */
export const maximumSiteImages = 200

export const siteImageLimits = {
  name: contentLimits.fileName,
  base64: contentLimits.base64,
} as const
