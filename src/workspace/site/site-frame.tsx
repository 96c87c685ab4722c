import arrow from 'icon:arrow-up-right-from-square'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useClient } from 'urql'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths, type SitePart } from '../app/addresses.ts'
import type { Fault } from '../app/faults.ts'
import { Frame, type ViewerOfFrame } from '../app/frame.tsx'
import { type TextKey, text } from '../app/texts.ts'
import { useTitle } from '../app/use-screen.ts'
import { ButtonLink } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { inSight } from '../parts/in-sight.ts'
import { Loading, Waiting } from '../parts/waiting.tsx'
import styles from './site-frame.module.css'

export const SiteOfFrame = graphql(`
  fragment SiteOfFrame on Site {
    id
    title
    isPublished
    permissions { admin }
    urls { published }
    organization { id title ...OrganizationOfFrame }
  }
`)

/** Reads nothing itself: any part of the site has read this, so that the frame stays while the next part is read. */
const FrameQuery = graphql(`
  query SiteFrame($organization: ID!, $site: ID!) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) { id ...SiteOfFrame }
  }
`)

interface FrameData {
  readonly viewer: FragmentType<typeof ViewerOfFrame> | null
  readonly site: FragmentType<typeof SiteOfFrame> | null
}

interface TabRow {
  readonly part: SitePart | undefined
  readonly label: TextKey
  readonly isForAdmins: boolean
}

const tabs: readonly TabRow[] = [
  { part: undefined, label: 'site.overview', isForAdmins: false },
  { part: 'structure', label: 'site.structure', isForAdmins: false },
  { part: 'customization', label: 'site.customization', isForAdmins: true },
  { part: 'access', label: 'site.access', isForAdmins: true },
  { part: 'domains', label: 'site.domains', isForAdmins: true },
  { part: 'redirects', label: 'site.redirects', isForAdmins: false },
  { part: 'insights', label: 'site.insights', isForAdmins: true },
]

interface Props {
  readonly organization: string
  readonly site: string
  readonly part: SitePart | undefined
  /** Undefined while it is read. */
  readonly data: FrameData | undefined
  readonly fault?: Fault | undefined
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** The frame around the parts of a site: its title, whether it is published, and the tabs. */
export function SiteFrame({ organization, site, part, data, fault, onRetry, children }: Props) {
  const client = useClient()
  const shown = data ?? client.readQuery(FrameQuery, { organization, site })?.data
  const known = unmask(SiteOfFrame, shown?.site)
  const row = tabs.find((tab) => tab.part === part)
  const tabTitle = row ? text(row.label) : ''
  const { title, isPublished, permissions, urls } = known ?? {}
  if (!shown || !known || !permissions)
    return <Waiting fault={fault} onRetry={onRetry ?? (() => undefined)} />
  return (
    <Frame
      viewer={shown.viewer}
      organization={known.organization}
      title={known.title}
      breadcrumbs={[{ title: known.organization.title, href: paths.organization(organization) }]}
      actions={
        <>
          <span className={styles.badge} data-published={isPublished || undefined}>
            {text(isPublished ? 'site.published' : 'site.notPublished')}
          </span>
          {urls?.published && (
            <ButtonLink icon={arrow} href={urls.published}>
              {text('site.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      <TitleOfTab title={`${tabTitle} · ${title}`} />
      <Tabs selectedKey={part ?? 'overview'} keyboardActivation="manual" className={styles.tabs as string}>
        <TabList aria-label={text('site.parts')} className={styles.list as string}>
          {tabs
            .filter(({ isForAdmins }) => !isForAdmins || permissions.admin)
            .map((tab) => (
              <Tab
                key={tab.label}
                id={tab.part ?? 'overview'}
                href={paths.site(organization, site, tab.part)}
                className={styles.tab as string}
                {...(tab.part === part && { ref: inSight })}
              >
                {text(tab.label)}
              </Tab>
            ))}
        </TabList>
        <TabPanel id={part ?? 'overview'} className={styles.panel as string}>
          {row?.isForAdmins && !permissions.admin ? (
            <EmptyState title={text('site.noAccess')} hint={text('site.noAccessHint')} />
          ) : data ? (
            children
          ) : fault ? (
            <Waiting fault={fault} onRetry={onRetry ?? (() => undefined)} />
          ) : (
            <Loading />
          )}
        </TabPanel>
      </Tabs>
    </Frame>
  )
}

/** Names the page of the browser after the tab, once the frame has named it after the site. */
function TitleOfTab({ title }: { readonly title: string }) {
  useTitle(title)
  return null
}
