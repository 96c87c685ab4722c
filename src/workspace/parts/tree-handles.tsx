import chevron from 'icon:chevron-right'
import grip from 'icon:grip-vertical'
import { Button } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { Icon } from './icon.tsx'
import styles from './tree.module.css'

interface Props {
  readonly isMovable: boolean
  readonly hasChildItems: boolean
}

/** What a row of a tree begins with: a grip if it can be moved, and a button that shows what is below it. */
export const TreeHandles = ({ isMovable, hasChildItems }: Props) => (
  <>
    {isMovable && (
      <Button slot="drag" className={styles.grip as string} aria-label={text('tree.drag')}>
        <Icon shape={grip} />
      </Button>
    )}
    {hasChildItems ? (
      <Button slot="chevron" className={styles.chevron as string}>
        <Icon shape={chevron} />
      </Button>
    ) : (
      <span className={styles.chevron} />
    )}
  </>
)
