import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import type { MenuChoice } from './menu.tsx'

/** What has the focus when a menu opens: the menu itself under a mouse. */
export type FocusedAtFirst = 'menu' | 'first' | 'last'

interface Props {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly label: string
  /** Groups that are not empty. */
  readonly groups: readonly (readonly MenuChoice[])[]
  readonly focused: FocusedAtFirst
  readonly onClose: () => void
}

export const MenuPopover = ({ triggerRef, label, groups, focused, onClose }: Props) => (
  <Popover
    isOpen
    onOpenChange={onClose}
    triggerRef={triggerRef}
    trigger="MenuTrigger"
    className={styles.popover as string}
    placement="bottom end"
  >
    <AriaMenu
      className={styles.menu as string}
      aria-label={label}
      autoFocus={focused === 'menu' ? true : focused}
      onClose={onClose}
    >
      {groups.flatMap((choices, index) => [
        index > 0 && <Separator key={`line-${choices[0]?.id}`} className={styles.line as string} />,
        ...choices.map((choice) => <Choice key={choice.id} choice={choice} />),
      ])}
    </AriaMenu>
  </Popover>
)

const Choice = ({ choice }: { readonly choice: MenuChoice }) => (
  <MenuItem
    id={choice.id}
    className={`${styles.choice} ${choice.isDangerous ? styles.dangerous : ''}`}
    textValue={choice.label}
    {...(choice.act && { onAction: choice.act })}
    {...(choice.href !== undefined && { href: choice.href })}
  >
    {choice.icon && <Icon shape={choice.icon} className={styles.icon as string} />}
    {choice.label}
  </MenuItem>
)
