import history from 'icon:clock-rotate-left'
import branch from 'icon:code-branch'
import files from 'icon:file-lines'
import house from 'icon:house'
import links from 'icon:link'
import people from 'icon:users'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths, type SpacePart } from '../app/addresses.ts'
import { Frame, type ViewerOfFrame } from '../app/frame.tsx'
import { type TextKey, text } from '../app/texts.ts'
import { useTitle } from '../app/use-screen.ts'
import { Icon, type IconShape } from '../parts/icon.tsx'
import { inSight } from '../parts/in-sight.ts'
import { SpaceSide } from './space-side.tsx'
import styles from './space-tabs.module.css'

export const SpaceOfFrame = graphql(`
  fragment SpaceOfFrame on Space {
    id
    title
    permissions { admin triggerGitSync }
    organization { id title ...OrganizationOfFrame }
    parent { id title }
    ...SideOfSpace
  }
`)

interface Props {
  readonly viewer: FragmentType<typeof ViewerOfFrame> | null
  readonly space: FragmentType<typeof SpaceOfFrame>
  /** The part that is shown; the overview, if left out. */
  readonly part?: SpacePart
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the screens of a space: its pages beside, and its parts as tabs. */
export function SpaceFrame({ viewer, space: shown, part, actions, children }: Props) {
  const space = unmask(SpaceOfFrame, shown)
  const { organization, parent, permissions } = space
  const maySync = permissions.admin || permissions.triggerGitSync
  useTitle(part ? `${text(`space.part.${part}`)} · ${space.title}` : space.title)
  return (
    <Frame
      viewer={viewer}
      organization={organization}
      title={space.title}
      breadcrumbs={[
        { title: organization.title, href: paths.organization(organization.id) },
        ...(parent ? [{ title: parent.title, href: paths.collection(parent.id) }] : []),
      ]}
      side={<SpaceSide space={space} />}
      actions={actions}
    >
      <nav aria-label={text('space.parts')}>
        <ul className={styles.tabs}>
          {tabs
            .filter(({ part: tab }) => tab !== 'git' || maySync)
            .map(({ part: tab, label, icon }) => (
              <li key={label}>
                <Link
                  href={tab ? paths.spacePart(space.id, tab) : paths.space(space.id)}
                  className={styles.tab as string}
                  {...(tab === part && { 'aria-current': 'page' as const, ref: inSight })}
                >
                  <Icon shape={icon} />
                  {text(label)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      {children}
    </Frame>
  )
}

interface Tab {
  readonly part: SpacePart | undefined
  readonly label: TextKey
  readonly icon: IconShape
}

const tabs: readonly Tab[] = [
  { part: undefined, label: 'space.overview', icon: house },
  { part: 'revisions', label: 'space.part.revisions', icon: history },
  { part: 'files', label: 'space.part.files', icon: files },
  { part: 'links', label: 'space.part.links', icon: links },
  { part: 'access', label: 'space.part.access', icon: people },
  { part: 'git', label: 'space.part.git', icon: branch },
]
