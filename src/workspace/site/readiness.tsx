import warning from 'icon:triangle-exclamation'
import { Link } from 'react-aria-components'
import type { SiteOfOverviewFragment } from '../../generated/workspace-operations/graphql.ts'
import type { SitePart } from '../app/addresses.ts'
import { type TextKey, text } from '../app/texts.ts'
import { Icon } from '../parts/icon.tsx'
import styles from './overview-part.module.css'

interface Props {
  readonly site: SiteOfOverviewFragment
  readonly pathOf: (part: SitePart) => string
}

interface Lack {
  readonly isLacking: boolean
  readonly label: TextKey
  readonly link: TextKey
  readonly part: SitePart
}

/** Says what keeps visitors from reading the site as it is set up, and where that is done. */
export function Readiness({ site, pathOf }: Props) {
  const lacks: readonly Lack[] = [
    {
      isLacking: site.siteSpaceCount === 0,
      label: 'site.lacksSpaces',
      link: 'site.structure',
      part: 'structure',
    },
    {
      isLacking: site.visibility === 'SHARE_LINK',
      label: 'site.needsShareLink',
      link: 'site.access',
      part: 'access',
    },
    {
      isLacking: site.visibility === 'VISITOR_AUTH',
      label: 'site.needsTokens',
      link: 'site.access',
      part: 'access',
    },
    {
      isLacking: (site.hostname !== null && !site.isHostnameProven) || site.proxy?.isProven === false,
      label: 'site.lacksProof',
      link: 'site.domains',
      part: 'domains',
    },
  ]
  const shown = lacks.filter(({ isLacking }) => isLacking)
  if (shown.length === 0) return null
  return (
    <ul className={styles.todos}>
      {shown.map(({ label, link, part }) => (
        <li key={label}>
          <Icon shape={warning} />
          <span>
            {text(label)} <Link href={pathOf(part)}>{text(link)}</Link>
          </span>
        </li>
      ))}
    </ul>
  )
}
