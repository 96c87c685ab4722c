import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { ButtonContext, type ButtonProps } from 'react-aria-components'
import type { IconShape } from './icon.tsx'
import type { FocusedAtFirst } from './menu-popover.tsx'

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
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly label: string
  /** Choices in groups, between which there is a line. Empty groups and choices that are `false` are left out. */
  readonly groups: readonly (readonly (MenuChoice | false)[])[]
}

/** Loads what shows a menu once somebody is about to open one, so that a screen is there without it. */
const loadPopover = () => import('./menu-popover.tsx')
const MenuPopover = lazy(async () => ({ default: (await loadPopover()).MenuPopover }))

/** A menu of actions. */
export function Menu({ trigger, label, groups }: Props) {
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
        {trigger}
      </ButtonContext>
      {focused && (
        <Suspense>
          <MenuPopover
            triggerRef={triggerRef}
            label={label}
            groups={shown}
            focused={focused}
            onClose={() => setFocused(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
