import { Button as AriaButton, type ButtonProps, Tooltip, TooltipTrigger } from 'react-aria-components'
import styles from './button.module.css'
import { Icon, type IconShape } from './icon.tsx'

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly children: string
  /** `main` for the one thing that a screen or a dialog is for. */
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger'
  readonly icon?: IconShape
}

export const Button = ({ children, kind = 'plain', icon, ...props }: Props) => (
  <AriaButton {...props} className={`${styles.button} ${styles[kind]}`}>
    {icon && <Icon shape={icon} />}
    {children}
  </AriaButton>
)

interface ButtonLinkProps {
  readonly href: string
  readonly children: string
  readonly icon?: IconShape
}

/** A link that looks like a button, and opens in a new tab. */
export const ButtonLink = ({ href, children, icon }: ButtonLinkProps) => (
  <a href={href} target="_blank" rel="noopener" className={`${styles.button} ${styles.plain}`}>
    {icon && <Icon shape={icon} />}
    {children}
  </a>
)

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'children' | 'aria-label'> {
  /** The name of the button, which it shows as a tooltip too. */
  readonly label: string
  readonly icon: IconShape
}

export const IconButton = ({ label, icon, ...props }: IconButtonProps) => (
  <TooltipTrigger delay={500}>
    <AriaButton {...props} aria-label={label} className={`${styles.button} ${styles.quiet} ${styles.square}`}>
      <Icon shape={icon} />
    </AriaButton>
    <Tooltip className={styles.tooltip as string}>{label}</Tooltip>
  </TooltipTrigger>
)
