import plus from 'icon:plus'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { SpecificationOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Ago } from '../parts/time.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import {
  SpecificationOfList,
  SpecificationsOfOrganization,
  SpecificationsQuery,
} from './specification-operations.ts'
import { SpecificationState } from './specification-state.tsx'

const SourceDialog = onDemand(() => import('./source-dialogs.tsx'), 'CreateDialog')

export function SpecificationsScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(SpecificationsQuery, { organization })
  const [isCreating, setCreating] = useState(false)
  useReturn(refresh)
  const list = unmask(SpecificationsOfOrganization, data?.organization)?.openAPISpecs
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  if (!list) return <NotFound />
  const nodes = list.nodes.map((node) => unmask(SpecificationOfList, node))
  const create = data.organization.permissions.createOpenAPISpec && (
    <Button kind="main" icon={plus} onPress={() => setCreating(true)}>
      {text('openapi.create')}
    </Button>
  )
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={text('openapi.title')}
      actions={nodes.length > 0 && create}
    >
      {nodes.length === 0 ? (
        <EmptyState title={text('openapi.nothing')} hint={text('openapi.nothingHint')}>
          {create}
        </EmptyState>
      ) : (
        <LongList
          label={text('openapi.title')}
          pages={{ nodes, hasMore: false, isLoading: false, more: () => undefined }}
          nameOf={({ slug }) => slug}
          hrefOf={({ slug }) => paths.specification(organization, slug)}
        >
          {(specification) => <Row specification={specification} />}
        </LongList>
      )}
      {isCreating && <SourceDialog organization={organization} onClose={() => setCreating(false)} />}
    </SettingsFrame>
  )
}

const Row = ({ specification }: { readonly specification: SpecificationOfListFragment }) => (
  <>
    <div className={listStyles.what}>
      <strong>{specification.slug}</strong>
      <span className={listStyles.note}>
        {specification.sourceURL ?? text('openapi.uploaded')}
        {specification.lastProcessedAt && (
          <>
            {' · '}
            {text('openapi.read')} <Ago at={specification.lastProcessedAt} />
          </>
        )}
      </span>
    </div>
    <SpecificationState {...specification} />
  </>
)
