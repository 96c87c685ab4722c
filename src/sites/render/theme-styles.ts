import type { Settings } from '../../modules/customizations/settings.ts'
import { codeThemeStyles } from '../code/code-themes.ts'
import { customFontFaces, fontStack } from './theme/font-styles.ts'
import { palette, type Scheme } from './theme/palette.ts'
import { firstScheme, followsSystem } from './theme/theme-modes.ts'

/** The radii of boxes and of controls. */
const radii = { straight: ['0', '0'], rounded: ['8px', '6px'], circular: ['16px', '999px'] } as const

const otherScheme = { light: 'dark', dark: 'light' } as const

const written = new WeakMap<Settings, string>()

/**
 * Returns the part of the stylesheet that depends on the customization: custom properties, the faces of its own fonts and
 * the colors of code. Everything that was chosen is a color in hexadecimal form, one of the values here, or an escaped text.
 */
export function themeStyles(settings: Settings): string {
  const known = written.get(settings) ?? writeStyles(settings)
  written.set(settings, known)
  return known
}

function writeStyles(settings: Settings): string {
  const { themes } = settings
  const chosen = firstScheme(themes)
  const other = otherScheme[chosen]
  const first = `:root{${shapes(settings)};${scheme(settings, chosen)}}`
  const all = [customFontFaces(settings.styling), first, codeThemeStyles(settings)]
  // Visitors who may choose the theme get that of their system until they do, which sets the attribute.
  const second = scheme(settings, other)
  if (followsSystem(themes))
    all.push(`@media(prefers-color-scheme:${other}){:root:not([data-theme]){${second}}}`)
  if (themes.toggeable) all.push(`:root[data-theme=${other}]{${second}}`)
  // Paper is white, whatever the theme is on the screen.
  if (followsSystem(themes) || chosen === 'dark')
    all.push(`@media print{:root:root{${scheme(settings, 'light')}}}`)
  return all.join('')
}

function scheme(settings: Settings, mode: Scheme): string {
  const colors = Object.entries(palette(settings, mode)).map(([name, color]) => `--${name}:${color}`)
  // What a page has in two forms, such as a logo, is shown in that of the scheme.
  const shown = Object.keys(otherScheme).map((name) => `--in-${name}:${name === mode ? 'revert' : 'none'}`)
  return [...colors, ...shown, `color-scheme:${mode}`].join(';')
}

function shapes({ styling }: Settings): string {
  const [box, control] = radii[styling.corners]
  const { text, heading, code } = fontStack(styling)
  const shadow = styling.depth === 'flat' ? 'none' : '0 1px 2px #0000000d,0 4px 12px #0000000f'
  return `--radius:${box};--radius-control:${control};--shadow:${shadow};--font:${text};--font-mono:${code}${heading ? `;--font-heading:${heading}` : ''}`
}
