import arrowsRotate from 'icon:arrows-rotate'
import fileImport from 'icon:file-import'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { usePages } from '../app/use-pages.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Loading, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { sourceNameOf } from './import-names.ts'
import { ImportRunOfList, ImportsOfOrganization, ImportsQuery } from './import-operations.ts'
import { ImportRow } from './import-row.tsx'
import { useImportActions } from './use-import-actions.ts'

const AddressImportDialog = onDemand(() => import('./address-import-dialog.tsx'), 'AddressImportDialog')

/** The imports of an organization, latest first. */
export function ImportsScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(ImportsQuery, { organization })
  const runs = unmask(ImportsOfOrganization, data?.organization)?.importRuns ?? undefined
  const pages = usePages({
    document: ImportsQuery,
    variables: { organization },
    first: runs,
    pageOf: (answer) => unmask(ImportsOfOrganization, answer.organization)?.importRuns,
  })
  const actions = useImportActions(organization)
  const [isStarting, setStarting] = useState(false)
  useReturn(refresh)
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  const rows = { ...pages, nodes: pages.nodes.map((node) => unmask(ImportRunOfList, node)) }
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={text('imports.title')}
      actions={
        <>
          <Button icon={arrowsRotate} onPress={refresh}>
            {text('jobs.refresh')}
          </Button>
          {data.organization.permissions.createContent && (
            <Button kind="main" icon={fileImport} onPress={() => setStarting(true)}>
              {text('imports.import')}
            </Button>
          )}
        </>
      }
    >
      {!runs && <Loading />}
      {runs?.nodes.length === 0 && (
        <EmptyState title={text('imports.nothing')} hint={text('imports.nothingHint')} />
      )}
      {rows.nodes.length > 0 && (
        <LongList label={text('imports.title')} pages={rows} nameOf={({ source }) => sourceNameOf(source)}>
          {(run) => <ImportRow organization={organization} run={run} actions={actions} />}
        </LongList>
      )}
      {isStarting && <AddressImportDialog organization={organization} onClose={() => setStarting(false)} />}
    </SettingsFrame>
  )
}
