import { getOrCreate } from '../../../base/get-or-create.ts'
import type { Settings, Styling } from '../../../modules/customizations/settings.ts'
import { type Color, colorOr, mix, readableOver, readableShade } from './colors.ts'

export type Scheme = 'light' | 'dark'

/** The colors of a scheme without a tint. */
const neutral = {
  light: { page: '#ffffff', surface: '#f6f7f9', line: '#e2e5e9', text: '#23272d', faint: '#5b6470' },
  dark: { page: '#14171b', surface: '#1c2026', line: '#2e343c', text: '#e0e3e7', faint: '#9aa3af' },
} as const

/** The share of the tint in each color. */
const shareOfTint = { page: 0.02, surface: 0.05, line: 0.1, text: 0, faint: 0.06 } as const

/** The colors with a meaning, and those that they have if the customization has none that is a color. */
const meanings = {
  primary: '#346ddb',
  info: '#787878',
  success: '#00c950',
  warning: '#fe9a00',
  danger: '#fb2c36',
} as const

export type Meaning = keyof typeof meanings

/** The share of a color in the background of a block of its meaning, such as a hint or an announcement. */
const shareInBackground = 0.1

type Palette = Readonly<Record<string, Color>>

const known = { light: new WeakMap<object, Palette>(), dark: new WeakMap<object, Palette>() } as const

/**
 * Returns the colors of a scheme by the names of their custom properties. Texts have enough contrast whatever was chosen:
 * `text`, `faint` and the colors with a meaning on `page`, `surface` and each of the `…-background` colors; `on-…` on the
 * color `…-fill`, and what stands in the header on it.
 */
export const palette = (settings: Pick<Settings, 'styling' | 'header'>, scheme: Scheme): Palette =>
  getOrCreate(known[scheme], settings, () => mixPalette(settings, scheme))

function mixPalette({ styling, header }: Pick<Settings, 'styling' | 'header'>, scheme: Scheme): Palette {
  const chosen = chosenColors(styling, scheme)
  const { page, surface, line, text, faint } = tinted(styling, scheme, chosen.primary)
  const meaning = Object.keys(chosen) as Meaning[]
  const backgroundOf = (name: Meaning) => mix(chosen[name], page, shareInBackground)
  const backgrounds = [page, surface, ...meaning.map(backgroundOf)]
  const colors: Record<string, Color> = {
    page,
    surface,
    line,
    text: readableShade(text, backgrounds),
    faint: readableShade(faint, backgrounds),
    mark: mix(chosen.warning, page, scheme === 'light' ? 0.18 : 0.22),
  }
  for (const name of meaning) {
    colors[name] = readableShade(chosen[name], backgrounds)
    colors[`${name}-background`] = backgroundOf(name)
    colors[`${name}-fill`] = chosen[name]
    colors[`on-${name}`] = readableOver(chosen[name])
  }
  return { ...colors, ...headerColors({ styling, header }, scheme, colors) }
}

function chosenColors(styling: Styling, scheme: Scheme): Record<Meaning, Color> {
  const chosen = (name: Meaning) => colorOr(styling[`${name}Color`][scheme], meanings[name])
  return {
    primary: chosen('primary'),
    info: chosen('info'),
    success: chosen('success'),
    warning: chosen('warning'),
    danger: chosen('danger'),
  }
}

type Neutral = Record<keyof typeof shareOfTint, Color>

function tinted({ tint, background }: Styling, scheme: Scheme, primary: Color): Neutral {
  const plain = neutral[scheme]
  const color = tint ? colorOr(tint.color[scheme], primary) : background === 'match' ? primary : null
  if (color === null) return plain
  const shaded = Object.entries(plain).map(([name, value]) => [
    name,
    mix(color, value, shareOfTint[name as keyof Neutral] * (scheme === 'light' ? 1 : 1.5)),
  ])
  return Object.fromEntries(shaded) as Neutral
}

/** Returns the background of the header, its texts and its links. */
function headerColors(
  { styling, header }: Pick<Settings, 'styling' | 'header'>,
  scheme: Scheme,
  colors: Palette,
): Record<string, Color> {
  const { page = '', surface = '', text = '', primary = '' } = colors
  const preset = header.preset === 'default' && styling.theme === 'bold' ? 'bold' : header.preset
  const filled = (background: Color, link: Color = readableOver(background)) => ({
    header: background,
    'header-text': readableOver(background),
    'header-link': readableShade(link, [background]),
    'header-line': mix(readableOver(background), background, 0.2),
  })
  switch (preset) {
    case 'bold':
      return filled(colors['primary-fill'] ?? primary)
    case 'contrast':
      return filled(text, page)
    case 'custom':
      return filled(
        colorOr(header.backgroundColor?.[scheme] ?? '', page),
        colorOr(header.linkColor?.[scheme] ?? '', text),
      )
    default:
      return {
        header: styling.theme === 'muted' ? surface : page,
        'header-text': text,
        'header-link': text,
        'header-line': colors.line ?? text,
      }
  }
}
