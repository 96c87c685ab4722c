import { language, text } from '../app/texts.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { AnnouncementControl } from './announcement-control.tsx'
import styles from './customization-part.module.css'
import type { SettingRow } from './customization-rows.ts'
import { FooterGroupsControl, HeaderLinksControl } from './link-list-controls.tsx'
import { SocialAccountsControl } from './social-accounts-control.tsx'
import type { CustomizationDraft } from './use-customization-draft.ts'

/** A setting, and what changes it. */
export interface ControlProps<Value> {
  readonly path: string
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value | null) => void
}

interface Props {
  readonly row: SettingRow
  readonly draft: CustomizationDraft
}

export function SettingControl({ row, draft }: Props) {
  const { path, kind } = row
  const label = text(row.label)
  const hint = row.hint && { hint: text(row.hint) }
  const value = draft.valueAt(path)
  const onChange = (changed: unknown) => draft.set(path, changed)
  const control = { path, label, onChange, ...hint }
  if (kind === 'switch')
    return (
      <SwitchField isOn={value === true} onChange={onChange}>
        {label}
      </SwitchField>
    )
  if (kind === 'choice')
    return (
      <SelectField
        {...hint}
        name={path}
        label={label}
        value={String(value)}
        onChange={onChange}
        choices={row.choices.map(([value, label]) => ({ value, label: text(label) }))}
      />
    )
  if (kind === 'name' || kind === 'language')
    return <NameControl row={row} value={value} onChange={onChange} />
  if (kind === 'color') return <ColorControl {...control} value={value as Themed | null} />
  if (kind === 'image') return <ImageControl {...control} value={value as Themed | null} />
  if (kind === 'emoji') return <EmojiControl {...control} value={value as Favicon | null} />
  if (kind === 'announcement') return <AnnouncementControl {...control} value={value as never} />
  if (kind === 'header links') return <HeaderLinksControl {...control} value={value as never} />
  if (kind === 'social accounts') return <SocialAccountsControl {...control} value={value as never} />
  if (kind === 'footer groups') return <FooterGroupsControl {...control} value={value as never} />
  return (
    <TextField
      {...hint}
      name={path}
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(typed) => onChange(typed === '' ? null : typed)}
      {...(kind === 'text' && { maxLength: row.maxLength })}
      {...(kind === 'url' && { placeholder: 'https://' })}
    />
  )
}

interface NameControlProps {
  readonly row: Extract<SettingRow, { readonly names: readonly string[] }>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The value of the choice that stands for a font of one's own, or for none. */
const other = 'other'

const languageNames = new Intl.DisplayNames(language, { type: 'language' })

/** Names of fonts as people write them, such as `IBM Plex Mono`. */
const spaced = (name: string): string => name.replace(/([a-z])(?=[A-Z])|(DM|IBM)(?=[A-Z][a-z])/g, '$1$2 ')

function NameControl({ row, value, onChange }: NameControlProps) {
  const known = typeof value === 'string' ? value : other
  const family = (value as { readonly fontFamily?: string } | null)?.fontFamily
  const choices = row.names.map((name) => ({
    value: name,
    label: row.kind === 'language' ? (languageNames.of(name.replace('_', '-')) ?? name) : spaced(name),
  }))
  return (
    <SelectField
      name={row.path}
      label={text(row.label)}
      value={known}
      onChange={(chosen) => chosen !== other && onChange(chosen)}
      choices={
        family !== undefined || row.isOptional
          ? [{ value: other, label: family ?? text('look.sameFont') }, ...choices]
          : choices
      }
    />
  )
}

interface Themed {
  readonly light: string
  readonly dark: string
}

const modes = ['light', 'dark'] as const

type WithHint<Value> = ControlProps<Value> & { readonly hint?: string }

function ColorControl({ path, label, hint, value, onChange }: WithHint<Themed | null>) {
  const change = (mode: keyof Themed, color: string) => {
    const base = value ?? { light: color, dark: color }
    onChange({ ...base, [mode]: color })
  }
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {modes.map((mode) => (
        <div key={mode} className={styles.color}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={text(`look.pick.${mode}`, { label })}
            value={sixDigits(value?.[mode])}
            onChange={(event) => change(mode, event.target.value)}
          />
          <TextField
            name={`${path}.${mode}`}
            label={text(`look.${mode}`)}
            placeholder="#346DDB"
            value={value?.[mode] ?? ''}
            onChange={(color) => change(mode, color)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** Returns a color as the picker of browsers takes it. */
const sixDigits = (color = ''): string =>
  /^#[\da-f]{3}$/i.test(color)
    ? color.replace(/[\da-f]/gi, '$&$&')
    : /^#[\da-f]{6}$/i.test(color)
      ? color
      : '#888888'

function ImageControl({ path, label, value, onChange }: ControlProps<Themed | null>) {
  const light = value?.light ?? ''
  const dark = value && value.dark !== value.light ? value.dark : ''
  const change = (changed: Partial<Themed>) => {
    const next = { light, dark, ...changed }
    onChange(next.light === '' ? null : { light: next.light, dark: next.dark || next.light })
  }
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      <TextField
        name={`${path}.light`}
        label={text('look.image')}
        placeholder="https://"
        value={light}
        onChange={(url) => change({ light: url })}
      />
      {light !== '' && (
        <TextField
          name={`${path}.dark`}
          label={text('look.imageDark')}
          placeholder="https://"
          value={dark}
          onChange={(url) => change({ dark: url })}
        />
      )}
    </fieldset>
  )
}

interface Favicon {
  readonly emoji?: string
}

function EmojiControl({ path, label, hint, value, onChange }: WithHint<Favicon | null>) {
  return (
    <TextField
      name={`${path}.emoji`}
      label={label}
      {...(hint !== undefined && { hint })}
      value={value?.emoji ?? ''}
      onChange={(emoji) => onChange(emoji === '' ? null : { emoji })}
      maxLength={50}
    />
  )
}
