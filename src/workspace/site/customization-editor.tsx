import chevron from 'icon:chevron-right'
import { useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { CustomizationOfSiteFragment } from '../../generated/workspace-operations/graphql.ts'
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
import { ResetCustomization, SaveCustomization } from './customization-operations.ts'
import styles from './customization-part.module.css'
import { type SettingRow, settingGroups } from './customization-rows.ts'
import { SitePreview } from './site-preview.tsx'
import { useCustomizationDraft } from './use-customization-draft.ts'

interface Props {
  readonly site: string
  readonly settings: CustomizationOfSiteFragment['customization']
  /** Reads the settings again, after somebody else has changed them. */
  readonly onRefresh: () => void
}

/** The form of a customization, and the site with what is not saved. */
export function CustomizationEditor({ site, settings, onRefresh }: Props) {
  const draft = useCustomizationDraft(site, settings)
  const [isResetting, setResetting] = useState(false)
  const [open, setOpen] = useState<ReadonlySet<TextKey>>(new Set(['look.brand']))
  const [showsPreview, setShowsPreview] = useState(false)
  const save = useAction(SaveCustomization, { isInForm: true })
  useUnsaved(draft.isChanged)
  const submit = async () => {
    if (!draft.isChanged) return
    const done = await save.run({ site, input: draft.input, version: settings.version })
    if (!done?.updateSiteCustomization) return
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
            <Button onPress={() => setResetting(true)}>{text('look.reset')}</Button>
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
                    <SettingControl key={row.path} row={row} draft={draft} />
                  ))}
                </div>
              </DisclosurePanel>
            </Disclosure>
          ))}
        </div>
      </FaultForm>
      <div className={styles.preview}>
        <SitePreview version={settings.version} site={site} customization={JSON.stringify(draft.input)} />
      </div>
      {isResetting && <Reset site={site} onClose={() => setResetting(false)} />}
    </div>
  )
}

/** Returns whether one of the settings was refused, which must be seen then. */
const hasFault = (rows: readonly SettingRow[], fault: Fault | undefined): boolean =>
  rows.some(({ path }) => [...(fault?.fields.keys() ?? [])].some((field) => field.startsWith(path)))

interface ResetProps {
  readonly site: string
  readonly onClose: () => void
}

function Reset({ site, onClose }: ResetProps) {
  const reset = useAction(ResetCustomization, { isInForm: true })
  const submit = async () => {
    if (await reset.run({ site })) onClose()
  }
  return (
    <FormDialog
      title={text('look.resetQuestion')}
      submitLabel={text('look.reset')}
      isDangerous
      action={reset}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('look.resetText')}</p>
    </FormDialog>
  )
}
