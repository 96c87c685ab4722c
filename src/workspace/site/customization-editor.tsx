import chevron from 'icon:chevron-right'
import { useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { SettingsOfCustomizationFragment } from '../../generated/workspace-operations/graphql.ts'
import type { Fault } from '../app/faults.ts'
import { useUnsaved } from '../app/leaving.ts'
import { type TextKey, text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { FaultForm } from '../parts/fault-form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { SettingControl } from './customization-controls.tsx'
import {
  ResetCustomization,
  ResetVariantCustomization,
  SaveCustomization,
  SaveVariantCustomization,
} from './customization-operations.ts'
import styles from './customization-part.module.css'
import { type SettingRow, settingGroups } from './customization-rows.ts'
import type { FontChoices } from './font-control.tsx'
import { SitePreview } from './site-preview.tsx'
import { type CustomizationDraft, useCustomizationDraft } from './use-customization-draft.ts'

/** A site-space whose settings are edited. Those that it does not choose are those of its site. */
interface Variant {
  readonly id: string
  readonly hasOverrides: boolean
  readonly settingsOfSite: SettingsOfCustomizationFragment
}

interface Props {
  readonly site: string
  readonly variant?: Variant
  readonly settings: SettingsOfCustomizationFragment
  readonly fonts: FontChoices
  /** Reads the settings again, after somebody else has changed them. */
  readonly onRefresh: () => void
}

/** The form of a customization, and the site with what is not saved. */
export function CustomizationEditor({ site, variant, settings, fonts, onRefresh }: Props) {
  const draft = useCustomizationDraft(variant?.id ?? site, settings, variant?.settingsOfSite)
  const [isResetting, setResetting] = useState(false)
  const [open, setOpen] = useState<ReadonlySet<TextKey>>(new Set(['look.brand']))
  const [showsPreview, setShowsPreview] = useState(false)
  const saveSite = useAction(SaveCustomization, { isInForm: true })
  const saveVariant = useAction(SaveVariantCustomization, { isInForm: true })
  const save = variant ? saveVariant : saveSite
  useUnsaved(draft.isChanged)
  const submit = async () => {
    if (!draft.isChanged) return
    const change = { site, input: draft.input, version: settings.version }
    const done = variant
      ? await saveVariant.run({ ...change, variant: variant.id })
      : await saveSite.run(change)
    if (!done) return
    draft.discard()
    showDone(text('look.saved'))
  }
  const toggle = (title: TextKey, isOpen: boolean) =>
    setOpen(isOpen ? new Set([...open, title]) : new Set([...open].filter((other) => other !== title)))
  const isOutdated = save.fault?.code === 'CONFLICT'
  const loadAgain = () => {
    save.clear()
    onRefresh()
  }
  return (
    <div className={styles.editor} data-preview={showsPreview || undefined}>
      <FaultForm action={save} onSubmit={submit} className={styles.form}>
        <div className={styles.bar}>
          <Button
            type="submit"
            kind={draft.isChanged ? 'main' : 'plain'}
            isDisabled={!draft.isChanged}
            isPending={save.isRunning}
          >
            {text('site.save')}
          </Button>
          {draft.isChanged ? (
            <Button onPress={draft.discard}>{text('look.discard')}</Button>
          ) : (
            (!variant || variant.hasOverrides) && (
              <Button onPress={() => setResetting(true)}>
                {text(variant ? 'look.resetVariant' : 'look.reset')}
              </Button>
            )
          )}
          <span className={styles.toggle}>
            <Button onPress={() => setShowsPreview(!showsPreview)}>
              {text(showsPreview ? 'look.showForm' : 'look.showPreview')}
            </Button>
          </span>
        </div>
        <div className={styles.settings}>
          {isOutdated && <Button onPress={loadAgain}>{text('look.loadAgain')}</Button>}
          {settingGroups.map(({ title, rows }) => (
            <Disclosure
              key={title}
              isExpanded={open.has(title) || hasFault(rows, save.fault)}
              onExpandedChange={(isOpen) => toggle(title, isOpen)}
              className={styles.section as string}
            >
              <Heading level={2} className={styles.sectionHead as string}>
                <AriaButton slot="trigger" className={styles.trigger as string}>
                  <Icon shape={chevron} />
                  {text(title)}
                </AriaButton>
              </Heading>
              <DisclosurePanel>
                <div className={styles.rows}>
                  {rows.map((row) => (
                    <div key={row.path} className={styles.row}>
                      <SettingControl row={row} draft={draft} site={site} fonts={fonts} />
                      <AsTheSite row={row} draft={draft} />
                    </div>
                  ))}
                </div>
              </DisclosurePanel>
            </Disclosure>
          ))}
        </div>
      </FaultForm>
      <div className={styles.preview}>
        <SitePreview
          version={settings.version}
          site={site}
          siteSpace={variant?.id}
          customization={JSON.stringify(draft.input)}
        />
      </div>
      {isResetting && <Reset site={site} variant={variant?.id} onClose={() => setResetting(false)} />}
    </div>
  )
}

/** Returns whether one of the settings was refused, which must be seen then. */
const hasFault = (rows: readonly SettingRow[], fault: Fault | undefined): boolean =>
  rows.some(({ path }) => [...(fault?.fields.keys() ?? [])].some((field) => field.startsWith(path)))

interface AsTheSiteProps {
  readonly row: SettingRow
  readonly draft: CustomizationDraft
}

/** Takes a setting of a site-space back, if it has another than its site. */
const AsTheSite = ({ row: { path, label }, draft }: AsTheSiteProps) =>
  draft.isOwn(path) && (
    <p className={styles.own}>
      {text('look.own')}
      <Button
        kind="quiet"
        aria-label={text('look.asSiteOf', { label: text(label) })}
        onPress={() => draft.set(path, null)}
      >
        {text('look.asSite')}
      </Button>
    </p>
  )

interface ResetProps {
  readonly site: string
  readonly variant: string | undefined
  readonly onClose: () => void
}

function Reset({ site, variant, onClose }: ResetProps) {
  const resetSite = useAction(ResetCustomization, { isInForm: true })
  const resetVariant = useAction(ResetVariantCustomization, { isInForm: true })
  const submit = async () => {
    const done =
      variant === undefined ? await resetSite.run({ site }) : await resetVariant.run({ site, variant })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={text(variant === undefined ? 'look.resetQuestion' : 'look.resetVariantQuestion')}
      submitLabel={text(variant === undefined ? 'look.reset' : 'look.resetVariant')}
      isDangerous
      action={variant === undefined ? resetSite : resetVariant}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text(variant === undefined ? 'look.resetText' : 'look.resetVariantText')}</p>
    </FormDialog>
  )
}
