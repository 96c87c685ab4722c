import { language, text } from '../app/texts.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { ImageField } from '../parts/image-field.tsx'
import { AnnouncementControl } from './announcement-control.tsx'
import styles from './customization-part.module.css'
import type { SettingRow } from './customization-rows.ts'
import { type FontChoices, FontControl } from './font-control.tsx'
import { FooterGroupsControl, HeaderLinksControl } from './link-list-controls.tsx'
import { sendSiteImage } from './send-site-image.ts'
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
  readonly site: string
  /** The fonts of the organization, and what adds one. */
  readonly fonts: FontChoices
}

export function SettingControl({ row, draft, site, fonts }: Props) {
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
  if (kind === 'font') return <FontControl row={row} value={value} onChange={onChange} fonts={fonts} />
  if (kind === 'language') return <LanguageControl row={row} value={value} onChange={onChange} />
  if (kind === 'color') return <ColorControl {...control} value={value as Themed | null} />
  if (kind === 'images') return <ImagesControl {...control} site={site} value={value as Themed | null} />
  if (kind === 'image')
    return (
      <ImageField
        {...hint}
        send={sendSiteImage(site)}
        name={path}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={(address) => onChange(address === '' ? null : address)}
      />
    )
  if (kind === 'favicon') return <FaviconControl {...control} site={site} value={value as Favicon | null} />
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

interface LanguageControlProps {
  readonly row: Extract<SettingRow, { readonly names: readonly string[] }>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const languageNames = new Intl.DisplayNames(language, { type: 'language' })

const LanguageControl = ({ row, value, onChange }: LanguageControlProps) => (
  <SelectField
    name={row.path}
    label={text(row.label)}
    value={String(value)}
    onChange={onChange}
    choices={row.names.map((name) => ({
      value: name,
      label: languageNames.of(name.replace('_', '-')) ?? name,
    }))}
  />
)

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

interface OfSite {
  readonly site: string
}

/** Pictures for both themes. That for the dark one is the same, unless another is chosen. */
function ImagesControl({ site, path, label, value, onChange }: ControlProps<Themed | null> & OfSite) {
  const light = value?.light ?? ''
  const dark = value && value.dark !== value.light ? value.dark : ''
  const change = (changed: Partial<Themed>) => {
    const next = { light, dark, ...changed }
    onChange(next.light === '' ? null : { light: next.light, dark: next.dark || next.light })
  }
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      <ImageField
        send={sendSiteImage(site)}
        name={`${path}.light`}
        label={text('look.image')}
        of={text('look.imageOf.light', { label })}
        ground="light"
        value={light}
        onChange={(address) => change({ light: address })}
      />
      {light !== '' && (
        <ImageField
          send={sendSiteImage(site)}
          name={`${path}.dark`}
          label={text('look.imageDark')}
          of={text('look.imageOf.dark', { label })}
          ground="dark"
          value={dark}
          fallback={light}
          onChange={(address) => change({ dark: address })}
        />
      )}
    </fieldset>
  )
}

interface Favicon {
  readonly emoji?: string
  readonly icon?: Themed
}

/** An emoji, or pictures for both themes: what is chosen last takes the place of the other. */
function FaviconControl({ site, path, label, hint, value, onChange }: WithHint<Favicon | null> & OfSite) {
  return (
    <>
      <TextField
        name={`${path}.emoji`}
        label={label}
        {...(hint !== undefined && { hint })}
        value={value?.emoji ?? ''}
        onChange={(emoji) => onChange(emoji === '' ? null : { emoji })}
        maxLength={50}
      />
      <ImagesControl
        site={site}
        path={`${path}.icon`}
        label={text('look.faviconImage')}
        value={value?.icon ?? null}
        onChange={(icon) => onChange(icon === null ? null : { icon })}
      />
    </>
  )
}
