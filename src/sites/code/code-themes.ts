import { LRUCache } from 'lru-cache'
import { requirePackage } from '../../base/require-package.ts'
import type { Settings } from '../../modules/customizations/settings.ts'
import { black, type Color, colorOn, readableShade, white } from '../render/theme/colors.ts'

/** The names of the Shiki themes in which the code of a site is shown. */
export interface CodeThemes {
  readonly light: string
  readonly dark: string
}

/** The colors of a theme. The first is that of text without a color of its own. */
export interface CodeTheme {
  readonly background: string
  readonly colors: readonly string[]
}

/** The names in a customization that are no Shiki themes. */
const otherNames: Readonly<Record<string, string>> = {
  'default-light': 'github-light',
  'default-dark': 'github-dark',
  'monochrome-light': 'min-light',
  'monochrome-dark': 'min-dark',
}

/** The background of the default themes, which stands out from that of the page. */
const ownBackgrounds: Readonly<Record<string, string>> = {
  'github-light': '#f6f8fa',
  'github-dark': '#161b22',
}

export function codeThemesOf({ styling }: Settings): CodeThemes {
  const chosen = styling.codeTheme?.default
  return {
    light: themeNamed(chosen?.light) ?? 'github-light',
    dark: themeNamed(chosen?.dark) ?? 'github-dark',
  }
}

export interface ThemeFile {
  readonly colors?: Readonly<Record<string, string>>
  readonly fg?: string
  readonly bg?: string
  readonly tokenColors?: readonly TokenColor[]
  readonly settings?: readonly TokenColor[]
}

interface TokenColor {
  readonly scope?: unknown
  readonly settings?: { readonly foreground?: string; readonly background?: string }
}

/**
 * The colors of the keys of JSON in themes that show them as numbers: those of the keys of YAML. The later rule of a theme wins.
 */
const keyColors: Readonly<Record<string, string>> = { 'github-light': '#22863a', 'github-dark': '#85e89d' }

/** Reads a theme of Shiki; undefined if there is none of that name. */
export function readThemeFile(name: string): ThemeFile | undefined {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined
  try {
    return withKeyColor(name, (requirePackage(`shiki/themes/${name}.mjs`) as { default: ThemeFile }).default)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function withKeyColor(name: string, theme: ThemeFile): ThemeFile {
  const foreground = keyColors[name]
  const rules = theme.tokenColors ?? theme.settings
  if (foreground === undefined || !rules) return theme
  const rule = { scope: ['support.type.property-name.json'], settings: { foreground } }
  return { ...theme, [theme.tokenColors ? 'tokenColors' : 'settings']: [...rules, rule] }
}

function themeNamed(chosen: string | undefined): string | undefined {
  const name = chosen && (otherNames[chosen] ?? chosen)
  return name && readThemeFile(name) ? name : undefined
}

const themes = new Map<string, CodeTheme>()

/** Returns the colors of a Shiki theme. */
export function codeTheme(name: string): CodeTheme {
  const known = themes.get(name)
  if (known) return known
  const theme = colorsOf(name, readThemeFile(name) ?? {})
  themes.set(name, theme)
  return theme
}

function colorsOf(name: string, file: ThemeFile): CodeTheme {
  const tokens = file.tokenColors ?? file.settings ?? []
  const global = tokens.find(({ scope }) => scope === undefined)?.settings
  const text = file.fg ?? global?.foreground ?? file.colors?.['editor.foreground'] ?? '#24292e'
  const background = file.bg ?? global?.background ?? file.colors?.['editor.background'] ?? '#ffffff'
  const colors = [text, ...tokens.flatMap(({ settings }) => settings?.foreground ?? [])]
  return {
    background: ownBackgrounds[name] ?? background,
    colors: [...new Set(colors.map((color) => color.toUpperCase()))],
  }
}

/** The contrast of code. Above the 4.5 that WCAG requires, for text on a highlighted line. */
const contrastOfCode = 5.2

/** Returns the colors of a theme, those of text made darker or brighter until they can be read. */
function readableColors(name: string, fallback: Color): { background: string; colors: string[] } {
  const theme = codeTheme(name)
  const background = colorOn(theme.background, fallback) ?? fallback
  return {
    background,
    colors: theme.colors.map((color) =>
      readableShade(colorOn(color, background) ?? white, [background], contrastOfCode),
    ),
  }
}

const styles = new LRUCache<string, string>({ max: 100 })

/**
 * Returns the styles of code in the themes of a site. A token has a class for each theme, because the policy of pages
 * applies no style attributes.
 */
export function codeThemeStyles(settings: Settings): string {
  const names = codeThemesOf(settings)
  const key = `${names.light} ${names.dark}`
  const written = styles.get(key) ?? writeStyles(names)
  styles.set(key, written)
  return written
}

function writeStyles(names: CodeThemes): string {
  const light = readableColors(names.light, white)
  const dark = readableColors(names.dark, black)
  const pair = (index: number) => `light-dark(${light.colors[index]},${dark.colors[index]})`
  return [
    `:root{--code-page:light-dark(${light.background},${dark.background});--code-text:${pair(0)}}`,
    ...light.colors.map((color, index) => `.l${index}{--l:${color}}`),
    ...dark.colors.map((color, index) => `.d${index}{--d:${color}}`),
  ].join('')
}
