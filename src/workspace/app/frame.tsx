import bars from 'icon:bars'
import pullRequest from 'icon:code-pull-request'
import gear from 'icon:gear'
import house from 'icon:house'
import sliders from 'icon:sliders'
import trash from 'icon:trash'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { useFind } from '../find/find-button.tsx'
import { rememberScreen } from '../find/recent.ts'
import { IconButton } from '../parts/button.tsx'
import { Icon, type IconShape } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { type OrganizationPart, paths, serverAddress } from './addresses.ts'
import styles from './frame.module.css'
import { useLive } from './live.ts'
import { signOut } from './session.ts'
import { type TextKey, text } from './texts.ts'
import { useTitle } from './use-screen.ts'

export const ViewerOfFrame = graphql(`
  fragment ViewerOfFrame on User { id displayName email photoURL }
`)

export const OrganizationOfFrame = graphql(`
  fragment OrganizationOfFrame on Organization {
    id
    title
    permissions { admin createContent listMembers listTeams }
  }
`)

interface Props {
  readonly viewer: FragmentType<typeof ViewerOfFrame> | null
  /** Null where the viewer has no access to the organization, as a guest of a single space. */
  readonly organization: FragmentType<typeof OrganizationOfFrame> | null
  /** The title of the screen, which the page of the browser is named after. */
  readonly title: string
  /** The part of the organization that the screen belongs to, where its address is not that of the part. */
  readonly part?: OrganizationPart
  /** What stands beside the title: buttons, a status. */
  readonly actions?: ReactNode
  /** Where the object is: links to what it is in. */
  readonly breadcrumbs?: readonly { readonly title: string; readonly href: string }[]
  /** What the side column has below the parts of the organization, such as the pages of a space. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** The frame around a screen: the parts of the organization, who is signed in, and the title. */
export function Frame({
  viewer,
  organization,
  title,
  part,
  actions,
  breadcrumbs = [],
  side,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const [location] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownOrganization = unmask(OrganizationOfFrame, organization)
  const viewerId = unmask(ViewerOfFrame, viewer)?.id
  const organizationId = shownOrganization?.id
  const places = useMemo(() => (shownOrganization ? placesOf(shownOrganization) : []), [shownOrganization])
  const find = useFind(
    shownOrganization && viewerId !== undefined
      ? {
          viewer: viewerId,
          organization: shownOrganization.id,
          permissions: shownOrganization.permissions,
          places,
        }
      : undefined,
  )
  useTitle(title)
  useLive(organizationId, viewerId)
  const within = breadcrumbs.at(-1)?.title
  useEffect(() => {
    if (viewerId !== undefined && organizationId !== undefined)
      rememberScreen(viewerId, organizationId, { href: location, title, within })
  }, [viewerId, organizationId, location, title, within])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the screen changes, as with a page that was loaded.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [location])
  return (
    <div className={styles.frame} data-open={isOpen || undefined}>
      <a className={styles.skip} href="#content">
        {text('frame.skip')}
      </a>
      <header className={styles.bar}>
        <IconButton
          label={text('frame.menu')}
          icon={bars}
          onPress={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        />
        <span className={styles.barTitle}>{title}</span>
        {find.inBar}
      </header>
      <aside className={styles.side} aria-label={text('frame.side')}>
        {shownOrganization && (
          <Parts organization={shownOrganization} places={places} current={part} find={find.inSide} />
        )}
        {side && <div className={styles.sideContent}>{side}</div>}
        <Viewer viewer={viewer} />
      </aside>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the menu beside the button that does. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button of the menu closes it by keyboard. */}
      <div className={styles.veil} onClick={() => setOpen(false)} />
      <main className={styles.main} id="content">
        {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
        <header className={styles.header}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        {children}
      </main>
      {find.dialog}
    </div>
  )
}

const Breadcrumbs = ({ items }: { readonly items: NonNullable<Props['breadcrumbs']> }) => (
  <nav aria-label={text('frame.breadcrumbs')} className={styles.breadcrumbs}>
    {items.map(({ title, href }) => (
      <Link key={href} href={href} className={styles.crumb as string}>
        {title}
      </Link>
    ))}
  </nav>
)

interface PartRow {
  readonly part: OrganizationPart | undefined
  readonly label: TextKey
  readonly icon: IconShape
  readonly isFor?: 'admin' | 'listMembers' | 'listTeams' | 'createContent'
}

const parts: readonly PartRow[] = [
  { part: undefined, label: 'part.home', icon: house },
  { part: 'change-requests', label: 'part.changeRequests', icon: pullRequest },
  { part: 'trash', label: 'part.trash', icon: trash, isFor: 'createContent' },
  { part: 'settings', label: 'part.settings', icon: sliders },
]

interface ShownOrganization {
  readonly id: string
  readonly title: string
  readonly permissions: Readonly<Record<NonNullable<PartRow['isFor']>, boolean>>
}

/** Returns the parts of an organization that somebody may see. */
const placesOf = ({ id, permissions }: ShownOrganization) =>
  parts
    .filter(({ isFor }) => !isFor || permissions[isFor])
    .map(({ part, label, icon }) => ({
      part,
      label: text(label),
      icon,
      href: part ? paths.part(id, part) : paths.organization(id),
    }))

interface PartsProps {
  readonly organization: ShownOrganization
  readonly places: ReturnType<typeof placesOf>
  readonly current: OrganizationPart | undefined
  readonly find: ReactNode
}

function Parts({ organization, places, current, find }: PartsProps) {
  const [location] = useLocation()
  return (
    <>
      <Link href={paths.organization(organization.id)} className={styles.organization as string}>
        {organization.title}
      </Link>
      {find}
      <nav aria-label={organization.title}>
        <ul className={styles.parts}>
          {places.map(({ part, label, icon, href }) => (
            <li key={href}>
              <Link
                href={href}
                className={styles.part as string}
                {...((location === href || (part && part === current)) && {
                  'aria-current': 'page' as const,
                })}
              >
                <Icon shape={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function Viewer({ viewer }: { readonly viewer: Props['viewer'] }) {
  const shown = unmask(ViewerOfFrame, viewer)
  if (!shown) return null
  return (
    <div className={styles.viewer}>
      <Avatar person={shown} />
      <span className={styles.viewerName}>{shown.displayName}</span>
      <Menu
        label={text('frame.account')}
        icon={gear}
        groups={[
          [
            {
              id: 'account',
              label: text('frame.account'),
              act: () => location.assign(serverAddress('/account')),
            },
            {
              id: 'organizations',
              label: text('frame.organizations'),
              act: () => location.assign(serverAddress('/')),
            },
            { id: 'graphiql', label: 'GraphiQL', act: () => location.assign(serverAddress('/graphql')) },
          ],
          [{ id: 'sign-out', label: text('frame.signOut'), act: signOut }],
        ]}
      />
    </div>
  )
}
