import up from 'icon:arrow-up'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { text } from '../app/texts.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import type { ControlProps } from './customization-controls.tsx'
import styles from './customization-part.module.css'

/** A link as the input has it. Members that are not edited here, such as titles in other languages, stay as they are. */
interface SiteLink {
  readonly title: string
  readonly to?: { readonly kind: string; readonly url?: string }
}

interface FooterGroup {
  readonly title: string
  readonly links: readonly SiteLink[]
}

const newLink: SiteLink = { title: '', to: { kind: 'URL', url: '' } }

export const HeaderLinksControl = ({
  path,
  label,
  value,
  onChange,
}: ControlProps<readonly SiteLink[] | null>) => (
  <fieldset className={styles.pair}>
    <legend>{label}</legend>
    <LinkList path={path} links={value ?? []} onChange={onChange} />
  </fieldset>
)

export function FooterGroupsControl({
  path,
  label,
  value,
  onChange,
}: ControlProps<readonly FooterGroup[] | null>) {
  const groups = value ?? []
  const change = (index: number, changed: Partial<FooterGroup>) =>
    onChange(groups.map((group, at) => (at === index ? { ...group, ...changed } : group)))
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ids, and the place of one is what changes it.
        <div key={index} className={styles.group}>
          <div className={styles.link}>
            <TextField
              name={`${path}.${index}.title`}
              label={text('look.groupTitle')}
              value={group.title}
              onChange={(title) => change(index, { title })}
            />
            <IconButton
              label={text('look.removeGroup', { title: group.title })}
              icon={trash}
              onPress={() => onChange(groups.toSpliced(index, 1))}
            />
          </div>
          <LinkList
            path={`${path}.${index}.links`}
            links={group.links}
            onChange={(links) => change(index, { links })}
          />
        </div>
      ))}
      <div>
        <Button icon={plus} onPress={() => onChange([...groups, { title: '', links: [] }])}>
          {text('look.addGroup')}
        </Button>
      </div>
    </fieldset>
  )
}

interface LinkListProps {
  readonly path: string
  readonly links: readonly SiteLink[]
  readonly onChange: (links: readonly SiteLink[]) => void
}

function LinkList({ path, links, onChange }: LinkListProps) {
  const change = (index: number, changed: Partial<SiteLink>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...changed } : link)))
  const moveUp = (index: number) =>
    onChange(links.toSpliced(index, 1).toSpliced(index - 1, 0, links[index] as SiteLink))
  return (
    <>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no ids, and the place of one is what changes it.
        <div key={index} className={styles.link}>
          <TextField
            name={`${path}.${index}.title`}
            label={text('look.linkTitle')}
            value={link.title}
            onChange={(title) => change(index, { title })}
          />
          {link.to && link.to.kind !== 'URL' ? (
            <p className={styles.hint}>{text('look.linkToContent')}</p>
          ) : (
            <TextField
              name={`${path}.${index}.to.url`}
              label={text('structure.url')}
              placeholder="https://"
              value={link.to?.url ?? ''}
              onChange={(url) => change(index, { to: { kind: 'URL', url } })}
            />
          )}
          {index > 0 && (
            <IconButton
              label={text('look.moveLinkUp', { title: link.title })}
              icon={up}
              onPress={() => moveUp(index)}
            />
          )}
          <IconButton
            label={text('look.removeLink', { title: link.title })}
            icon={trash}
            onPress={() => onChange(links.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button icon={plus} onPress={() => onChange([...links, newLink])}>
          {text('look.addLink')}
        </Button>
      </div>
    </>
  )
}
