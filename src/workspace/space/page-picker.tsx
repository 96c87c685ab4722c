import { useMemo } from 'react'
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { useField } from '../parts/use-field.ts'
import type { PageItem } from './page-list.ts'
import styles from './page-picker.module.css'

interface Props {
  readonly tree: readonly PageItem[]
  /** The page that gets the place, which cannot be in itself. */
  readonly moved: PageItem
  /** The chosen page, or null for the top. */
  readonly value: string | null
  readonly onChange: (page: string | null) => void
}

const top = 'top'

/** A page as a place for others. */
interface Place {
  readonly id: string
  readonly title: string
  readonly level: number
  /** The titles of the pages above. */
  readonly above: string
}

/** Chooses the page below which another goes: from all that can have some, and by what is typed. */
export function PagePicker({ tree, moved, value, onChange }: Props) {
  const filter = useField('')
  const places = useMemo(
    () => [{ id: top, title: text('space.top'), level: 0, above: '' }, ...placesIn(tree, moved, [])],
    [tree, moved],
  )
  const words = filter.value.trim().toLowerCase()
  const shown = words ? places.filter(({ title }) => title.toLowerCase().includes(words)) : places
  return (
    <>
      <TextField name="filter" type="search" label={text('space.findPage')} {...filter} autoFocus />
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32 }}>
        <ListBox
          aria-label={text('space.newPlace')}
          className={styles.list as string}
          items={shown}
          dependencies={[words]}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value ?? top]}
          onSelectionChange={(keys) => {
            const [key] = keys
            if (key !== undefined) onChange(key === top ? null : String(key))
          }}
        >
          {(place) => (
            <ListBoxItem
              className={styles.option as string}
              textValue={place.title}
              data-level={words ? 0 : Math.min(place.level, 4)}
            >
              <span className={styles.title}>{place.title}</span>
              {words && <span className={styles.place}>{place.above}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </>
  )
}

const placesIn = (tree: readonly PageItem[], moved: PageItem, above: readonly string[]): readonly Place[] =>
  tree
    .filter(({ id, page }) => id !== moved.id && page.__typename !== 'LinkPage')
    .flatMap(({ id, page, children }) => [
      { id, title: page.title, level: above.length + 1, above: above.join(' / ') },
      ...placesIn(children, moved, [...above, page.title]),
    ])
