import { type ComponentProps, useEffect, useRef } from 'react'
import { Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { Frame, OrganizationOfFrame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { Icon } from '../parts/icon.tsx'
import { sections } from './sections.ts'
import styles from './settings-frame.module.css'

type Props = Omit<ComponentProps<typeof Frame>, 'side' | 'part' | 'organization'> & {
  readonly organization: NonNullable<ComponentProps<typeof Frame>['organization']>
}

/** The frame of a screen in the settings of an organization, which has their sections in the side column. */
export const SettingsFrame = ({ organization, ...props }: Props) => (
  <Frame
    {...props}
    organization={organization}
    part="settings"
    side={<Sections organization={organization} />}
  />
)

function Sections({ organization }: Pick<Props, 'organization'>) {
  const [location] = useLocation()
  const { id, permissions } = unmask(OrganizationOfFrame, organization)
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is the current one at each address.
  useEffect(() => {
    // In new browsers it returns a promise, which is no way to undo an effect.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [location])
  return (
    <nav ref={nav} aria-label={text('part.settings')} className={styles.sections}>
      {sections.map((group) => (
        <ul key={group[0]?.part}>
          {group
            .filter(({ isFor }) => !isFor || permissions[isFor])
            .map(({ part, label, icon }) => {
              const href = paths.part(id, part)
              const isCurrent = location === href || location.startsWith(`${href}/`)
              return (
                <li key={part}>
                  <Link
                    href={href}
                    className={styles.section as string}
                    {...(isCurrent && { 'aria-current': 'page' as const })}
                  >
                    <Icon shape={icon} />
                    {text(label)}
                  </Link>
                </li>
              )
            })}
        </ul>
      ))}
    </nav>
  )
}
