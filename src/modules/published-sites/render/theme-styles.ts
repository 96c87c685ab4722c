import type { Settings, Themed } from '../../customizations/settings.ts'
import { codeThemeStyles } from '../code/code-themes.ts'

const hexColor = /^#[0-9a-f]{3,8}$/i

const colorIn = (colors: Themed, mode: 'light' | 'dark', otherwise: string) =>
  hexColor.test(colors[mode]) ? colors[mode] : otherwise

const palettes = {
  light: '--text:#1f2328;--faint:#57606a;--line:#d0d7de;--surface:#f6f8fa;--page:#fff;--mark:#fff3c4',
  dark: '--text:#e6edf3;--faint:#9ba6b2;--line:#3d444d;--surface:#1c2128;--page:#0f1318;--mark:#4b3f12',
} as const

function variables({ styling }: Settings, mode: 'light' | 'dark'): string {
  const { primaryColor, infoColor, successColor, warningColor, dangerColor } = styling
  return [
    palettes[mode],
    `--primary:${colorIn(primaryColor, mode, '#346ddb')}`,
    `--info:${colorIn(infoColor, mode, '#787878')}`,
    `--success:${colorIn(successColor, mode, '#22a55a')}`,
    `--warning:${colorIn(warningColor, mode, '#e08a00')}`,
    `--danger:${colorIn(dangerColor, mode, '#dc3545')}`,
    `color-scheme:${mode}`,
  ].join(';')
}

/** Returns the colors of a site by its customization. */
export function themeStyles(settings: Settings): string {
  const { default: theme, toggeable } = settings.themes
  const other = theme === 'light' ? 'dark' : 'light'
  const chosen = `:root{${variables(settings, theme)}}`
  // If visitors may choose the theme, the setting of their operating system counts.
  const root = toggeable
    ? `${chosen}@media(prefers-color-scheme:${other}){:root{${variables(settings, other)}}}`
    : chosen
  return root + codeThemeStyles(settings)
}
