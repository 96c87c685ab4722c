/** Red, green and blue, from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

/** Returns the color of a hexadecimal notation, on the background where it is transparent; undefined for another. */
export function parseColor(text: string, background: Color): Color | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1]
  if (!digits) return undefined
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  return mixed(background, [red, green, blue], alpha / 255)
}

export const formatColor = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixed = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** Returns the contrast of two colors as WCAG defines it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of text. Above the 4.5 that WCAG demands, for text on a highlighted line. */
const wantedContrast = 5.2

/** Returns the text color, made darker or brighter until it can be read on the background. */
export function readableOn(background: Color, text: Color): Color {
  const end: Color = luminance(background) > 0.18 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += 0.05) {
    const color = mixed(text, end, share)
    if (contrast(background, color) >= wantedContrast) return color
  }
  return end
}
