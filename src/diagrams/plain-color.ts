/**
 * Writes colors of hue, saturation and lightness, which not all that draws knows, as those of red, green and blue. Returns any
 * other value as it is.
 */
export function plainColor(value: string): string {
  const [, hue, saturation, lightness, alpha] =
    /^hsla?\(\s*([-\d.e]+)(?:deg)?[\s,]+([-\d.e]+)%[\s,]+([-\d.e]+)%(?:[\s,/]+([\d.]+))?\s*\)$/i.exec(
      value,
    ) ?? []
  if (hue !== undefined) {
    const parts = rgbOf(Number(hue), Number(saturation) / 100, Number(lightness) / 100)
    return alpha === undefined ? hex(parts) : `rgba(${parts.join(',')},${alpha})`
  }
  const rgb = /^rgb\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*\)$/i.exec(value)
  return rgb ? hex(rgb.slice(1).map((part) => Math.round(Number(part)))) : value
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.min(255, Math.max(0, part)).toString(16).padStart(2, '0')).join('')}`

function rgbOf(hue: number, saturation: number, lightness: number): number[] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  })
}
