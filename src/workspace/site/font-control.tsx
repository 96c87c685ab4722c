import { useState } from 'react'
import type { FontToChooseFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { SelectField } from '../parts/fields.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import type { SettingRow } from './customization-rows.ts'

const FontDialog = onDemand(() => import('./font-dialog.tsx'), 'FontDialog')

export interface FontChoices {
  readonly organization: string
  readonly own: readonly FontToChooseFragment[]
  readonly mayAdd: boolean
}

interface FontDefinition {
  readonly id: string
  readonly fontFamily: string
}

interface Props {
  readonly row: Extract<SettingRow, { readonly names: readonly string[] }>
  /** The name of a font that the server has, or the definition of another. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly fonts: FontChoices
}

/** The values of the choices that are no fonts. */
const same = 'same'
const manage = 'manage'

/** Names of fonts as people write them, such as `IBM Plex Mono`. */
const spaced = (name: string): string => name.replace(/([a-z])(?=[A-Z])|(DM|IBM)(?=[A-Z][a-z])/g, '$1$2 ')

/** A choice of a font: one that the server has, or one of the organization, which can be added here. */
export function FontControl({ row, value, onChange, fonts }: Props) {
  const [isManaging, setManaging] = useState(false)
  const { own, mayAdd } = fonts
  const chosen = value as FontDefinition | string | null
  const definition = typeof chosen === 'object' ? chosen : null
  const isUnknown = definition !== null && !own.some(({ id }) => id === definition.id)
  const choose = (choice: string) => {
    if (choice === manage) return setManaging(true)
    const font = own.find(({ id }) => id === choice)
    if (choice === same) onChange(null)
    else if (font) onChange(definitionOf(font))
    else if (choice !== definition?.id) onChange(choice)
  }
  return (
    <>
      <SelectField
        name={row.path}
        label={text(row.label)}
        value={definition?.id ?? (typeof chosen === 'string' ? chosen : same)}
        onChange={choose}
        choices={[
          ...(row.isOptional ? [{ value: same, label: text('look.sameFont') }] : []),
          ...own.map(({ id, fontFamily }) => ({ value: id, label: fontFamily })),
          ...(isUnknown ? [{ value: definition.id, label: definition.fontFamily }] : []),
          ...row.names.map((name) => ({ value: name, label: spaced(name) })),
          ...(mayAdd ? [{ value: manage, label: text('look.addFont') }] : []),
        ]}
      />
      {isManaging && (
        <FontDialog
          fonts={fonts}
          onChoose={(font) => onChange(definitionOf(font))}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  )
}

/** Returns a font as customizations have it: as REST has it, whose formats are lower-case. */
const definitionOf = ({ id, fontFamily, fontFaces }: FontToChooseFragment) => ({
  id,
  custom: true,
  fontFamily,
  fontFaces: fontFaces.map(({ weight, sources }) => ({
    weight,
    sources: sources.map(({ url, format }) => ({ url, format: format.toLowerCase() })),
  })),
})
