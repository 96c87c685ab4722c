import { text } from '../app/texts.ts'
import styles from './outline.module.css'

interface Props {
  readonly headings: readonly { readonly anchor: string; readonly title: string; readonly level: number }[]
  readonly onChoose: (anchor: string) => void
}

/** The headings of a page, which lead to their places. A page with one heading needs none. */
export const Outline = ({ headings, onChoose }: Props) =>
  headings.length > 1 && (
    <nav aria-label={text('page.outline')} className={styles.outline}>
      <h2>{text('page.outline')}</h2>
      <ul className={styles.list}>
        {headings.map(({ anchor, title, level }) => (
          <li key={anchor} data-level={level}>
            <button type="button" className={styles.heading} onClick={() => onChoose(anchor)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
