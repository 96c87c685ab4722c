import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import styles from './home-screen.module.css'

const SitesFragment = graphql(`
  fragment SitesOfHome on Organization {
    sites(first: 20) {
      totalCount
      nodes { id title isPublished visibility urls { published } }
    }
  }
`)

/** The sites of an organization, with the address of each that is published. */
export function SitesOfHome({ organization }: { readonly organization: FragmentType<typeof SitesFragment> }) {
  const { sites } = unmask(SitesFragment, organization)
  if (sites.nodes.length === 0) return null
  return (
    <section>
      <h2>{text('home.sites')}</h2>
      <ul className={styles.sites}>
        {sites.nodes.map(({ id, title, isPublished, urls }) => (
          <li key={id} className={styles.site}>
            <strong>{title}</strong>
            {isPublished && urls.published ? (
              <a href={urls.published}>{text('home.openSite')}</a>
            ) : (
              <span>{text('home.notPublished')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
