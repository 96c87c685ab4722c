import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { Icon, type IconShape } from './icon.tsx'
import styles from './menu.module.css'

/** A choice in a menu. */
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

/** A menu of actions. */
export function Menu({ trigger, label, groups }: Props) {
  const shown = groups
    .map((choices) => choices.filter((choice) => choice !== false))
    .filter((choices) => choices.length > 0)
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover as string} placement="bottom end">
        <AriaMenu className={styles.menu as string} aria-label={label}>
          {shown.flatMap((choices, index) => [
            index > 0 && <Separator key={`line-${choices[0]?.id}`} className={styles.line as string} />,
            ...choices.map((choice) => <Choice key={choice.id} choice={choice} />),
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

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
