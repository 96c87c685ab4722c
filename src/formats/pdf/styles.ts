import type { HintStyle, MarkColor } from '../page/types.ts'

/** The page size and margins (A4) in points. */
export const pageLayout = {
  width: 595.28,
  height: 841.89,
  margins: [57, 62, 57, 62] as [number, number, number, number],
}
export const contentWidth = pageLayout.width - pageLayout.margins[0] - pageLayout.margins[2]
export const contentHeight = pageLayout.height - pageLayout.margins[1] - pageLayout.margins[3]

/** Points per CSS pixel. */
export const pointsPerPixel = 0.75

export const colors = {
  text: '#1f2328',
  faint: '#656d76',
  line: '#d0d7de',
  surface: '#f4f5f7',
  highlight: '#fff3c4',
  link: '#0b5cad',
} as const

export const sizes = { text: 10.5, small: 9, code: 8.5 } as const

/** Space below a block in points. */
export const gap = 8

export const hintColors: Record<HintStyle, { line: string; surface: string }> = {
  info: { line: '#3b82f6', surface: '#eff6ff' },
  success: { line: '#22a55a', surface: '#edfaf1' },
  warning: { line: '#e08a00', surface: '#fff8e6' },
  danger: { line: '#dc3545', surface: '#fdf0f1' },
}

export const markTextColors: Record<MarkColor, string | undefined> = {
  default: undefined,
  green: '#1a7f37',
  blue: '#0b5cad',
  red: '#c62828',
  orange: '#b45309',
  yellow: '#8a6d00',
  purple: '#7c3aed',
  $primary: '#0b5cad',
  $info: '#0b5cad',
  $success: '#1a7f37',
  $warning: '#b45309',
  $danger: '#c62828',
}

export const markBackgrounds: Record<MarkColor, string | undefined> = {
  default: undefined,
  green: '#d7f5df',
  blue: '#dbeafe',
  red: '#fde0e0',
  orange: '#ffe6cc',
  yellow: '#fff4bf',
  purple: '#ece3fd',
  $primary: '#dbeafe',
  $info: '#dbeafe',
  $success: '#d7f5df',
  $warning: '#ffe6cc',
  $danger: '#fde0e0',
}

/** Sizes of headings in points, by their level. */
export const headingSizes = { 1: 17, 2: 14, 3: 12, 4: 11, 5: 10.5, 6: 10 } as const
