import ellipsis from 'icon:ellipsis'
import { type ReactElement, useRef, useState } from 'react'
import { ButtonContext, type ButtonProps } from 'react-aria-components'
import { IconButton } from './button.tsx'
import type { IconShape } from './icon.tsx'
import type { FocusedAtFirst } from './menu-popover.tsx'
import { onDemand } from './on-demand.tsx'

export interface MenuChoice {
  readonly id: string
  readonly label: string
  readonly icon?: IconShape
  readonly act?: () => void
  /** An address that the choice leads to, instead of an act. */
  readonly href?: string
  readonly isDangerous?: boolean
}

interface Props {
  readonly label: string
  /** The icon of the button that opens the menu; three dots, if left out. */
  readonly icon?: IconShape
  /** The button that opens the menu, where an icon does not say enough. */
  readonly trigger?: ReactElement
  /** Choices in groups, between which there is a line. Empty groups and choices that are `false` are left out. */
  readonly groups: readonly (readonly (MenuChoice | false)[])[]
}

/** Loads what shows a menu once somebody is about to open one, so that a screen is there without it. */
const loadPopover = () => import('./menu-popover.tsx')
const MenuPopover = onDemand(loadPopover, 'MenuPopover')

export function Menu({ label, icon = ellipsis, trigger, groups }: Props) {
  const [focused, setFocused] = useState<FocusedAtFirst>()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const shown = groups
    .map((choices) => choices.filter((choice) => choice !== false))
    .filter((choices) => choices.length > 0)
  const openByArrow: ButtonProps['onKeyDown'] = (event) => {
    if (event.key === 'ArrowDown') setFocused('first')
    else if (event.key === 'ArrowUp') setFocused('last')
    else event.continuePropagation()
  }
  return (
    <>
      <ButtonContext
        value={{
          ref: triggerRef,
          onPress: ({ pointerType }) => setFocused(pointerType === 'mouse' ? 'menu' : 'first'),
          onKeyDown: openByArrow,
          onHoverStart: loadPopover,
          onFocus: loadPopover,
          'aria-haspopup': 'menu',
          'aria-expanded': focused !== undefined,
        }}
      >
        {trigger ?? <IconButton label={label} icon={icon} />}
      </ButtonContext>
      {focused && (
        <MenuPopover
          triggerRef={triggerRef}
          label={label}
          groups={shown}
          focused={focused}
          onClose={() => setFocused(undefined)}
        />
      )}
    </>
  )
}
