/** A color as `#rrggbb`. */
export type Color = string

type Channels = readonly [red: number, green: number, blue: number]

/** The contrast that texts need for readers with impaired sight, by WCAG 2 level AA. */
export const readableContrast = 4.5

export const black = '#000000'
export const white = '#ffffff'

/** Returns the color as `#rrggbb`, or the other one if it is no color of this form or of the form `#rgb`. */
export function colorOr(text: string, otherwise: Color): Color {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  return /^#[0-9a-f]{3}$/i.test(text) ? text.toLowerCase().replace(/[0-9a-f]/g, '$&$&') : otherwise
}

/** Returns a color of a notation that may be transparent, on the background; undefined for another text. */
export function colorOn(text: string, background: Color): Color | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1]
  if (!digits) return undefined
  const all = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const alpha = Number.parseInt(all.slice(6) || 'ff', 16) / 255
  return mix(`#${all.slice(0, 6).toLowerCase()}`, background, alpha)
}

const channelsOf = (color: Color): Channels => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
]

const colorOf = (channels: Channels): Color =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Returns a mixture of two colors, of which the share (0 to 1) is the first. */
export function mix(color: Color, other: Color, share: number): Color {
  const [[r1, g1, b1], [r2, g2, b2]] = [channelsOf(color), channelsOf(other)]
  const between = (one: number, two: number) => one * share + two * (1 - share)
  return colorOf([between(r1, r2), between(g1, g2), between(b1, b2)])
}

function luminance(color: Color): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors as WCAG 2 defines it, from 1 to 21. */
export function contrast(color: Color, other: Color): number {
  const [darker, lighter] = [luminance(color), luminance(other)].sort((one, two) => one - two)
  return ((lighter as number) + 0.05) / ((darker as number) + 0.05)
}

/** Returns black or white, whichever is easier to read. One of them always has enough contrast. */
export const readableOver = (background: Color): Color =>
  contrast(white, background) >= contrast(black, background) ? white : black

/**
 * Returns the shade of a color that is as close to it as it can be with enough contrast to all backgrounds: mixed with black
 * where the backgrounds are light, and with white where they are dark.
 */
export function readableShade(
  color: Color,
  backgrounds: readonly Color[],
  minimum: number = readableContrast,
): Color {
  const isReadable = (shade: Color) =>
    backgrounds.every((background) => contrast(shade, background) >= minimum)
  if (isReadable(color)) return color
  const end = isReadable(black) ? black : white
  let [unreadable, readable] = [0, 1]
  for (let step = 0; step < 8; step++) {
    const share = (unreadable + readable) / 2
    if (isReadable(mix(end, color, share))) readable = share
    else unreadable = share
  }
  return mix(end, color, readable)
}
