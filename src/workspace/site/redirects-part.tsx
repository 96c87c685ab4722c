import download from 'icon:download'
import plus from 'icon:plus'
import upload from 'icon:upload'
import { useDeferredValue, useState } from 'react'
import { useClient } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { showFault } from '../app/toasts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { TextField } from '../parts/fields.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { useField } from '../parts/use-field.ts'
import type { RedirectDialog } from './redirect-dialogs.tsx'
import { RedirectList } from './redirect-list.tsx'
import { RedirectsOfSite } from './redirects-operations.ts'
import styles from './redirects-part.module.css'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'

const RedirectsQuery = graphql(`
  query SiteRedirects($organization: ID!, $site: ID!, $first: Int!, $search: String) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) {
      id
      permissions { admin }
      ...SiteOfFrame
      ...RedirectsOfSite
    }
  }
`)

const RedirectDialogs = onDemand(() => import('./redirect-dialogs.tsx'), 'RedirectDialogs')

const pageSize = 100
const mostShown = 1000

/** Lists where visitors of old addresses are led. */
export function RedirectsPart(address: SitePartProps) {
  const search = useField('')
  const [first, setFirst] = useState(pageSize)
  const [dialog, setDialog] = useState<RedirectDialog>()
  const list = { first, search: useDeferredValue(search.value.trim()) || null }
  const { data, fault, refresh } = useScreen(RedirectsQuery, { ...address, ...list })
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  // While another part of the list is read, the one before it stays.
  const shown = data ?? known
  const redirects = unmask(RedirectsOfSite, shown?.site)?.redirects
  const mayEdit = shown?.site?.permissions.admin ?? false
  const isEmpty = redirects?.totalCount === 0 && list.search === null
  return (
    <SiteFrame {...address} part="redirects" data={shown} fault={fault} onRetry={refresh}>
      {redirects && (
        <>
          <header className={styles.head}>
            <div className={styles.search}>
              <TextField name="search" type="search" label={text('redirects.search')} {...search} />
            </div>
            <div className={styles.buttons}>
              <ExportButton site={address.site} isDisabled={isEmpty} />
              {mayEdit && (
                <>
                  <Button icon={upload} onPress={() => setDialog({ kind: 'import' })}>
                    {text('redirects.import')}
                  </Button>
                  <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'create' })}>
                    {text('redirects.create')}
                  </Button>
                </>
              )}
            </div>
          </header>
          {redirects.nodes.length === 0 ? (
            <EmptyState
              title={text(isEmpty ? 'redirects.none' : 'redirects.notFound')}
              hint={text(isEmpty ? 'redirects.noneHint' : 'redirects.notFoundHint')}
            />
          ) : (
            <RedirectList
              site={address.site}
              list={list}
              redirects={redirects.nodes}
              mayEdit={mayEdit}
              onDialog={setDialog}
            />
          )}
          {redirects.totalCount > redirects.nodes.length && (
            <p className={styles.more}>
              {text('redirects.firstOf', { shown: redirects.nodes.length, total: redirects.totalCount })}{' '}
              {first < mostShown && (
                <Button onPress={() => setFirst(Math.min(first + 300, mostShown))}>
                  {text('redirects.more')}
                </Button>
              )}
            </p>
          )}
        </>
      )}
      {dialog && (
        <RedirectDialogs
          dialog={dialog}
          site={address.site}
          list={list}
          onClose={() => setDialog(undefined)}
        />
      )}
    </SiteFrame>
  )
}

function ExportButton({ site, isDisabled }: { readonly site: string; readonly isDisabled: boolean }) {
  const client = useClient()
  const [isRunning, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    const { exportRedirects } = await import('./redirects-csv.ts')
    const fault = await exportRedirects(client, site)
    setRunning(false)
    if (fault) showFault(fault)
  }
  return (
    <Button icon={download} onPress={save} isPending={isRunning} isDisabled={isDisabled}>
      {text('redirects.export')}
    </Button>
  )
}
