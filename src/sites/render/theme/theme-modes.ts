import type { Settings } from '../../../modules/customizations/settings.ts'
import type { Scheme } from './palette.ts'

type Themes = Settings['themes']

/** Returns whether pages have the theme of the visitor's system, at least until the visitor chooses one. */
export const followsSystem = ({ default: chosen, toggeable }: Themes): boolean =>
  toggeable || chosen === 'system'

/** Returns the theme of pages where that of the system is not known. */
export const firstScheme = ({ default: chosen }: Themes): Scheme => (chosen === 'system' ? 'light' : chosen)
