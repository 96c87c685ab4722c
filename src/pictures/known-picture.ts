import { formWidths, pictureLimits, scalableTypes } from './limits.ts'

/** The knowledge of a picture before it is loaded, so that browsers keep room for it and load no more of it than they show. */
export interface KnownPicture {
  /** The size in pixels. */
  readonly width: number
  readonly height: number
  /** The addresses of its forms with their widths, as in `srcset`. Absent if there is only the picture itself. */
  readonly forms?: string
}

export interface PictureFile {
  readonly width: number | null
  readonly height: number | null
  readonly contentType: string
}

/** Returns the widths of the smaller forms that a picture has. */
export function formWidthsOf({ width, height, contentType }: PictureFile): readonly number[] {
  if (width === null || height === null || !scalableTypes.has(contentType)) return []
  return width * height > pictureLimits.pixels ? [] : formWidths.filter((formWidth) => formWidth < width)
}

/** Returns what is known of a picture at an address of a site; undefined for a file without a size. */
export function knownPicture(file: PictureFile, address: string): KnownPicture | undefined {
  const { width, height } = file
  if (width === null || height === null) return undefined
  const widths = formWidthsOf(file)
  if (widths.length === 0) return { width, height }
  const forms = widths.map((formWidth) => `${formAddress(address, formWidth)} ${formWidth}w`)
  return { width, height, forms: [...forms, `${address} ${width}w`].join(', ') }
}

function formAddress(address: string, width: number): string {
  const [path = '', fragment] = address.split('#')
  return `${path}${path.includes('?') ? '&' : '?'}width=${width}${fragment === undefined ? '' : `#${fragment}`}`
}
