import { text } from '../app/texts.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import type { ControlProps } from './customization-controls.tsx'
import styles from './customization-part.module.css'

interface Announcement {
  readonly enabled: boolean
  readonly message: string
  readonly style: 'INFO' | 'SUCCESS' | 'WARNING' | 'DANGER'
}

const announcementStyles = ['INFO', 'SUCCESS', 'WARNING', 'DANGER'] as const

/** A line above every page. It is one setting: all of its members are given together. */
export function AnnouncementControl({ path, label, value, onChange }: ControlProps<Announcement | null>) {
  const shown = value ?? { enabled: false, message: '', style: 'INFO' as const }
  const set = (changed: Partial<Announcement>) => {
    const next = { ...shown, ...changed }
    onChange(next.enabled || next.message !== '' ? next : null)
  }
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      <SwitchField isOn={shown.enabled} onChange={(enabled) => set({ enabled })}>
        {text('look.announce')}
      </SwitchField>
      {shown.enabled && (
        <>
          <TextField
            name={`${path}.message`}
            label={text('look.message')}
            value={shown.message}
            onChange={(message) => set({ message })}
            maxLength={128}
            lines={2}
            isRequired
          />
          <SelectField
            name={`${path}.style`}
            label={text('look.announcementStyle')}
            value={shown.style}
            onChange={(style) => set({ style })}
            choices={announcementStyles.map((style) => ({
              value: style,
              label: text(`look.announcement.${style}`),
            }))}
          />
        </>
      )}
    </fieldset>
  )
}
