import type { MarkColor } from '../../../page/types.ts'

/** Names of colors that editors and their exports write. Others are left out, as colors that are not known. */
const named: Record<string, string> = {
  red: '#f00',
  darkred: '#8b0000',
  crimson: '#dc143c',
  maroon: '#800000',
  orange: '#ffa500',
  darkorange: '#ff8c00',
  brown: '#a52a2a',
  yellow: '#ff0',
  gold: '#ffd700',
  green: '#008000',
  darkgreen: '#006400',
  lime: '#0f0',
  olive: '#808000',
  teal: '#008080',
  cyan: '#0ff',
  aqua: '#0ff',
  blue: '#00f',
  darkblue: '#00008b',
  navy: '#000080',
  purple: '#800080',
  violet: '#ee82ee',
  indigo: '#4b0082',
  pink: '#ffc0cb',
  magenta: '#f0f',
  fuchsia: '#f0f',
}

/** The upper bounds of hues in degrees, and the color of marks that is nearest to them. */
const hues: readonly (readonly [to: number, color: MarkColor])[] = [
  [15, 'red'],
  [44, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [245, 'blue'],
  [335, 'purple'],
  [360, 'red'],
]

/** Returns the color of marks that is nearest to a CSS color. Returns undefined for black, white, gray and unknown ones. */
export function nearestColor(css: string | undefined): MarkColor | undefined {
  const rgb = css === undefined ? undefined : parseColor(css.trim().toLowerCase().slice(0, 60))
  if (!rgb) return undefined
  const [red, green, blue] = rgb
  const largest = Math.max(red, green, blue)
  const spread = largest - Math.min(red, green, blue)
  // Text of editors is a dark gray with a trace of blue, and white backgrounds have traces of other colors.
  if (spread < 24 || spread / largest < 0.08 || (largest < 110 && spread < 60)) return undefined
  const hue = hueOf(rgb, largest, spread)
  return hues.find(([to]) => hue <= to)?.[1]
}

type Rgb = readonly [red: number, green: number, blue: number]

function hueOf([red, green, blue]: Rgb, largest: number, spread: number): number {
  if (largest === red) return (60 * ((green - blue) / spread) + 360) % 360
  if (largest === green) return 60 * ((blue - red) / spread + 2)
  return 60 * ((red - green) / spread + 4)
}

function parseColor(css: string): Rgb | undefined {
  const value = Object.hasOwn(named, css) ? (named[css] ?? '') : css
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1]
  if (hex) return parseHex(hex)
  const [, list] = /^rgba?\(([\d\s.,/%]+)\)$/.exec(value) ?? []
  const [red, green, blue, alpha = '1'] = list?.split(/[\s,/]+/).filter(Boolean) ?? []
  if (red === undefined || green === undefined || blue === undefined || Number.parseFloat(alpha) === 0)
    return undefined
  return [channel(red), channel(green), channel(blue)]
}

function parseHex(hex: string): Rgb | undefined {
  const size = hex.length === 3 || hex.length === 4 ? 1 : hex.length === 6 || hex.length === 8 ? 2 : 0
  if (size === 0) return undefined
  const at = (index: number) => {
    const digits = hex.slice(index * size, (index + 1) * size)
    return Number.parseInt(size === 1 ? digits + digits : digits, 16)
  }
  return [at(0), at(1), at(2)]
}

const channel = (text: string): number =>
  Math.min(255, text.endsWith('%') ? Number.parseFloat(text) * 2.55 : Number.parseFloat(text))
