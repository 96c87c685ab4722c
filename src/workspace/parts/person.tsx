import styles from './person.module.css'

interface Person {
  readonly displayName: string
  readonly photoURL: string | null
}

/** The picture of a person, or the first letters of their name. It stands beside the name, which says who it is. */
export const Avatar = ({ person }: { readonly person: Person }) =>
  person.photoURL ? (
    <img className={styles.avatar} src={person.photoURL} alt="" referrerPolicy="no-referrer" />
  ) : (
    <span className={styles.avatar} aria-hidden="true">
      {initials(person.displayName)}
    </span>
  )

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((letter) => letter !== '')
    .filter((_letter, index, letters) => index === 0 || index === letters.length - 1)
    .join('')
    .toUpperCase()
