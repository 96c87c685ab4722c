import type { MarkColor } from '../../formats/page/types.ts'
import { iconLabel, iconShape } from '../../icons/icons.ts'
import { type Child, element } from './elements.ts'
import { colorClass } from './mark-colors.ts'

interface IconOptions {
  readonly color?: MarkColor | undefined
  /** The icon stands beside a text with the same meaning, so it needs no accessible name. */
  readonly isDecoration?: boolean
}

/** Draws an icon in the color of the text around it. */
export function renderIcon(name: string, { color, isDecoration = false }: IconOptions = {}): Child {
  const { width, height, path } = iconShape(name)
  return element(
    'svg',
    {
      className: ['icon', ...colorClass('color', color)],
      viewBox: `0 0 ${width} ${height}`,
      ...(isDecoration ? { ariaHidden: 'true' } : { role: 'img', ariaLabel: iconLabel(name) }),
    },
    element('path', { d: path }),
  )
}

/** Draws an icon before a text, if there is one. */
export const iconBefore = (name: string | undefined): Child =>
  name === undefined ? null : [renderIcon(name, { isDecoration: true }), ' ']
