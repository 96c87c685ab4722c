import plus from 'icon:plus'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import styles from './home-screen.module.css'

const SitesFragment = graphql(`
  fragment SitesOfHome on Organization {
    id
    permissions { createContent }
    sites(first: 20) {
      totalCount
      nodes { id title isPublished visibility urls { published } }
    }
  }
`)

const NewSiteDialog = onDemand(() => import('./new-site-dialog.tsx'), 'NewSiteDialog')

/** The sites of an organization, with the address of each that is published. */
export function SitesOfHome({ organization }: { readonly organization: FragmentType<typeof SitesFragment> }) {
  const { id: organizationId, permissions, sites } = unmask(SitesFragment, organization)
  const [isCreating, setCreating] = useState(false)
  if (sites.nodes.length === 0 && !permissions.createContent) return null
  return (
    <section>
      <header className={styles.sitesHead}>
        <h2>{text('home.sites')}</h2>
        {permissions.createContent && (
          <Button icon={plus} onPress={() => setCreating(true)}>
            {text('home.newSite')}
          </Button>
        )}
      </header>
      {sites.nodes.length === 0 && <p className={styles.note}>{text('home.noSites')}</p>}
      <ul className={styles.sites}>
        {sites.nodes.map(({ id, title, isPublished, urls }) => (
          <li key={id} className={styles.site}>
            <Link href={paths.site(organizationId, id)} className={styles.siteTitle as string}>
              {title}
            </Link>
            {isPublished && urls.published ? (
              <a href={urls.published}>{text('home.openSite')}</a>
            ) : (
              <span>{text('home.notPublished')}</span>
            )}
          </li>
        ))}
      </ul>
      {isCreating && <NewSiteDialog organization={organizationId} onClose={() => setCreating(false)} />}
    </section>
  )
}
