import search from 'icon:magnifying-glass'
import { useMemo, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
  Header as SectionHeader,
} from 'react-aria-components'
import { useOnline } from '../app/connection.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconShape } from '../parts/icon.tsx'
import { actionsOf } from './actions.ts'
import styles from './find-dialog.module.css'
import { FindStatus } from './find-status.tsx'
import { FoundRow } from './found-row.tsx'
import { type FoundItem, type FoundSection, foundSections } from './found-sections.ts'
import { hasWords, wordsOf } from './matches.ts'
import { type RecentScreen, recentScreens } from './recent.ts'
import { iconOfPath } from './recent-icons.ts'
import { maxSearchLength, useFound } from './use-found.ts'

/** A part of the organization that the side column leads to. */
export interface Place {
  readonly label: string
  readonly href: string
  readonly icon: IconShape
}

export interface FindDialogProps {
  readonly viewer: string
  readonly organization: string
  readonly permissions: { readonly createContent: boolean; readonly listMembers: boolean }
  readonly places: readonly Place[]
  readonly onClose: () => void
}

/** Finds pages, spaces, sites, people, change requests and actions by what is typed. What the browser knows is there at once. */
export function FindDialog({ viewer, organization, permissions, places, onClose }: FindDialogProps) {
  const [typed, setTyped] = useState('')
  const isOnline = useOnline()
  const { data, isWaiting, fault, retry } = useFound(organization, typed, permissions.listMembers)
  const known = useMemo(
    () =>
      knownSections(
        recentScreens(viewer, organization),
        places,
        actionsOf(organization, permissions.createContent),
      ),
    [viewer, organization, places, permissions.createContent],
  )
  const words = useMemo(() => wordsOf(typed), [typed])
  const sections = useMemo(
    () =>
      words.length === 0 ? known : [...withWords(known, words), ...unseen(foundSections(data), known, words)],
    [known, words, data],
  )
  const count = sections.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles.overlay as string}>
      <Modal className={styles.modal as string}>
        <Dialog aria-label={text('find.title')} className={styles.dialog as string}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <div className={styles.head}>
              <SearchField
                aria-label={text('find.title')}
                autoFocus
                maxLength={maxSearchLength}
                className={styles.field as string}
              >
                <Icon shape={search} />
                <Input className={styles.input as string} placeholder={text('find.placeholder')} />
              </SearchField>
              <div className={styles.close}>
                <Button kind="quiet" onPress={onClose}>
                  {text('form.cancel')}
                </Button>
              </div>
            </div>
            <ListBox
              aria-label={text('find.results')}
              className={styles.list as string}
              onAction={onClose}
              items={sections}
              dependencies={[words]}
            >
              {({ id, title, items }) => (
                <ListBoxSection id={id} className={styles.section as string}>
                  <SectionHeader className={styles.heading as string}>{title}</SectionHeader>
                  {items.map((item) => (
                    <FoundRow key={item.id} item={item} words={words} />
                  ))}
                </ListBoxSection>
              )}
            </ListBox>
            <FindStatus
              typed={typed.trim()}
              count={count}
              isWaiting={isWaiting}
              isOnline={isOnline}
              fault={fault}
              onRetry={retry}
            />
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What the browser knows without the server. */
function knownSections(
  recent: readonly RecentScreen[],
  places: readonly Place[],
  actions: readonly FoundItem[],
): readonly FoundSection[] {
  const recentItems = recent.map(({ href, title, within }) => ({
    id: `recent ${href}`,
    title,
    href,
    icon: iconOfPath(href),
    ...(within !== undefined && { note: within }),
  }))
  const placeItems = places.map(({ label, href, icon }) => ({ id: href, title: label, href, icon }))
  return [
    { id: 'recent', title: text('find.recent'), items: recentItems },
    { id: 'places', title: text('find.places'), items: placeItems },
    { id: 'actions', title: text('find.actions'), items: actions },
  ].filter(({ items }) => items.length > 0)
}

const withWords = (sections: readonly FoundSection[], words: readonly string[]): readonly FoundSection[] =>
  sections
    .map((section) => ({ ...section, items: section.items.filter(({ title }) => hasWords(title, words)) }))
    .filter(({ items }) => items.length > 0)

/** Leaves out what the server found and is shown as recent already. */
function unseen(
  found: readonly FoundSection[],
  known: readonly FoundSection[],
  words: readonly string[],
): readonly FoundSection[] {
  const seen = new Set(withWords(known, words).flatMap(({ items }) => items.map(({ href }) => href)))
  return found
    .map((section) => ({ ...section, items: section.items.filter(({ href }) => !seen.has(href)) }))
    .filter(({ items }) => items.length > 0)
}
