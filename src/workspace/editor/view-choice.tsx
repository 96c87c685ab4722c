import eye from 'icon:eye'
import pen from 'icon:pen'
import columns from 'icon:table-columns'
import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { Icon } from '../parts/icon.tsx'
import styles from './view-choice.module.css'

export type Shown = 'text' | 'both' | 'preview'

const icons = { text: pen, both: columns, preview: eye } as const
const choices = Object.keys(icons) as readonly Shown[]
const storageName = 'lectern.editor.shown'

/** Remembers in the browser what somebody wants to see. */
export function useShown(): readonly [Shown, (shown: Shown) => void] {
  const [shown, setShown] = useState<Shown>(
    () => choices.find((choice) => choice === localStorage.getItem(storageName)) ?? 'text',
  )
  const change = (next: Shown) => {
    localStorage.setItem(storageName, next)
    setShown(next)
  }
  return [shown, change]
}

interface Props {
  readonly shown: Shown
  readonly onChange: (shown: Shown) => void
}

/** Chooses between the text, the preview and both. */
export const ViewChoice = ({ shown, onChange }: Props) => (
  <ToggleButtonGroup
    aria-label={text('editor.view')}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[shown]}
    onSelectionChange={([chosen]) => chosen !== undefined && onChange(chosen as Shown)}
    className={styles.group as string}
  >
    {choices.map((choice) => (
      <ToggleButton key={choice} id={choice} className={styles.choice as string} data-choice={choice}>
        <Icon shape={icons[choice]} />
        {text(`editor.view.${choice}`)}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
