import { useState } from 'react'
import { useClient } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { faultOf } from '../app/faults.ts'
import { type TextKey, text } from '../app/texts.ts'
import { showFault } from '../app/toasts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Section } from '../parts/form-section.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Ago } from '../parts/time.tsx'
import type { SiteDialog } from './overview-dialogs.tsx'
import styles from './overview-part.module.css'
import { Readiness } from './readiness.tsx'
import { SiteFrame } from './site-frame.tsx'
import { PreviewOfSite } from './site-operations.ts'
import type { SitePartProps } from './site-screen.tsx'

export const SiteOfOverview = graphql(`
  fragment SiteOfOverview on Site {
    id
    title
    basename
    visibility
    isPublished
    siteSpaceCount
    hostname
    isHostnameProven
    proxy { isProven }
    updatedAt
    permissions { admin }
    urls { published }
  }
`)

const OverviewQuery = graphql(`
  query SiteOverview($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) { id ...SiteOfFrame ...SiteOfOverview }
  }
`)

const OverviewDialogs = onDemand(() => import('./overview-dialogs.tsx'), 'OverviewDialogs')

/** Whether a site is published, what it lacks before, its address, and what is rare: renaming and deleting it. */
export function OverviewPart(address: SitePartProps) {
  const { data, fault, refresh } = useScreen(OverviewQuery, { ...address })
  const [dialog, setDialog] = useState<SiteDialog>()
  const site = unmask(SiteOfOverview, data?.site)
  return (
    <SiteFrame {...address} part={undefined} data={data} fault={fault} onRetry={refresh}>
      {site && (
        <>
          <Section
            title={text(site.isPublished ? 'site.isPublished' : 'site.isNotPublished')}
            hint={text(`site.visitors.${site.visibility}` satisfies TextKey)}
            actions={
              site.permissions.admin && (
                <>
                  {!site.isPublished && <PreviewButton site={site.id} />}
                  {site.isPublished ? (
                    <Button onPress={() => setDialog('unpublish')}>{text('site.unpublish')}</Button>
                  ) : (
                    <Button
                      kind="main"
                      isDisabled={site.siteSpaceCount === 0}
                      onPress={() => setDialog('publish')}
                    >
                      {text('site.publish')}
                    </Button>
                  )}
                </>
              )
            }
          >
            {site.urls.published && <CopyField label={text('site.address')} value={site.urls.published} />}
            {site.permissions.admin && (
              <Readiness site={site} pathOf={(part) => paths.site(address.organization, site.id, part)} />
            )}
          </Section>
          {site.permissions.admin && (
            <>
              <Section
                title={text('site.general')}
                actions={<Button onPress={() => setDialog('edit')}>{text('site.edit')}</Button>}
              >
                <dl className={styles.facts}>
                  <dt>{text('site.title')}</dt>
                  <dd>{site.title}</dd>
                  <dt>{text('site.basename')}</dt>
                  <dd>{site.basename ?? text('site.noBasename')}</dd>
                  <dt>{text('site.updated')}</dt>
                  <dd>
                    <Ago at={site.updatedAt} />
                  </dd>
                </dl>
              </Section>
              <Section
                title={text('site.deleteTitle')}
                hint={text('site.deleteHint')}
                actions={
                  <Button kind="danger" onPress={() => setDialog('delete')}>
                    {text('site.delete')}
                  </Button>
                }
              />
            </>
          )}
          {dialog && (
            <OverviewDialogs
              dialog={dialog}
              organization={address.organization}
              site={site}
              onClose={() => setDialog(undefined)}
            />
          )}
        </>
      )}
    </SiteFrame>
  )
}

/** Opens the site as it would be, in a tab that is opened at once: browsers refuse one that is opened after an answer. */
function PreviewButton({ site }: { readonly site: string }) {
  const client = useClient()
  const openPreview = async () => {
    const tab = open('', '_blank')
    const { data, error } = await client
      .query(PreviewOfSite, { site }, { requestPolicy: 'network-only' })
      .toPromise()
    const url = data?.site?.preview?.url
    if (tab && url) {
      tab.opener = null
      tab.location.href = url
      return
    }
    tab?.close()
    if (error) showFault(faultOf(error))
  }
  return <Button onPress={openPreview}>{text('site.preview')}</Button>
}
