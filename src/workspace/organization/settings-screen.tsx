import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { GeneralForm } from './general-form.tsx'
import { MergeRulesForm } from './merge-rules-form.tsx'
import { GeneralSettings, SettingsQuery } from './organization-operations.ts'

const LeaveDialog = onDemand(() => import('./leave-dialogs.tsx'), 'LeaveDialog')
const DeleteDialog = onDemand(() => import('./leave-dialogs.tsx'), 'DeleteDialog')

/** The general settings of an organization, for those who may not change them what concerns themselves. */
export function SettingsScreen({ organization }: { readonly organization: string }) {
  const [dialog, setDialog] = useState<'leave' | 'delete'>()
  const { data, fault, refresh } = useScreen(SettingsQuery, { organization })
  const shown = data?.organization
  if (!data?.viewer || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const mayAdminister = shown.permissions.admin
  const settings = unmask(GeneralSettings, shown)
  const close = () => setDialog(undefined)
  return (
    <SettingsFrame viewer={data.viewer} organization={shown} title={text('settings.general')}>
      {mayAdminister && (
        <>
          <GeneralForm settings={settings} />
          <MergeRulesForm settings={settings} />
        </>
      )}
      <Section
        title={text('settings.leaveTitle', { title: shown.title })}
        hint={text('settings.leaveHint')}
        actions={<Button onPress={() => setDialog('leave')}>{text('settings.leave')}</Button>}
      />
      {mayAdminister && (
        <Section
          title={text('settings.deleteTitle', { title: shown.title })}
          hint={text('settings.deleteHint')}
          actions={
            <Button kind="danger" onPress={() => setDialog('delete')}>
              {text('settings.delete')}
            </Button>
          }
        />
      )}
      {dialog === 'leave' && <LeaveDialog organization={shown} user={data.viewer.id} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog organization={shown} onClose={close} />}
    </SettingsFrame>
  )
}
