import download from 'icon:download'
import { useState } from 'react'
import { useClient } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { AuditEventOfLogFragment } from '../../generated/workspace-operations/graphql.ts'
import { faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showFault } from '../app/toasts.ts'
import { usePages } from '../app/use-pages.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LongList } from '../parts/long-list.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { periodOf, useAuditFilters } from './audit-filters.ts'
import { AuditEventOfLog, AuditExportQuery, AuditLogQuery } from './audit-operations.ts'
import { deedOf } from './audit-sentences.ts'

/** The audit log of an organization, latest first. */
export function AuditLogScreen({ organization }: { readonly organization: string }) {
  const [filters, setFilters] = useAuditFilters()
  const [opened, setOpened] = useState<AuditEventOfLogFragment>()
  const client = useClient()
  const { action, actor, target } = filters
  const variables = { organization, action, actor, target, ...periodOf(filters) }
  const { data, fault, refresh } = useScreen(AuditLogQuery, variables)
  const events = data?.organization?.auditEvents
  const pages = usePages({
    document: AuditLogQuery,
    variables,
    first: events ?? undefined,
    pageOf: (answer) => answer.organization?.auditEvents,
  })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  if (!events)
    return fault && fault.code !== 'FORBIDDEN' ? <Waiting fault={fault} onRetry={refresh} /> : <NotFound />
  const labels = new Map(shown.auditEventActions?.map(({ name, label }) => [name, label]))
  const rows = { ...pages, nodes: pages.nodes.map((node) => unmask(AuditEventOfLog, node)) }
  const exportAll = async () => {
    const period = { organization, ...periodOf(filters) }
    const answer = await client.query(AuditExportQuery, period, { requestPolicy: 'network-only' }).toPromise()
    if (answer.error) showFault(faultOf(answer.error))
    else if (answer.data?.auditEventExport) location.assign(answer.data.auditEventExport.url)
  }
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={text('audit.title')}
      actions={
        <Button icon={download} onPress={() => void exportAll()}>
          {text('audit.export')}
        </Button>
      }
    >
      <AuditFilterBar
        filters={filters}
        onChange={setFilters}
        actions={shown.auditEventActions ?? []}
        people={shown.members?.nodes.map(({ user }) => user) ?? []}
        count={events.totalCount}
      />
      {rows.nodes.length === 0 ? (
        <EmptyState title={text('audit.nothing')} hint={text('audit.nothingHint')} />
      ) : (
        <LongList
          label={text('audit.title')}
          pages={rows}
          nameOf={(event) =>
            `${event.actor.label ?? text('audit.nobody')} ${deedOf(event.action, labels.get(event.action))}`
          }
          onOpen={setOpened}
        >
          {(event) => (
            <AuditEntry event={event} organization={organization} label={labels.get(event.action)} />
          )}
        </LongList>
      )}
      {opened && (
        <AuditDetails
          event={opened}
          label={labels.get(opened.action)}
          onFilter={(changes) => {
            setFilters(changes)
            setOpened(undefined)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </SettingsFrame>
  )
}
