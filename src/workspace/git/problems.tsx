import type { GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import styles from './git.module.css'

interface Props {
  readonly problems: GitStateFragment['problems']
}

/** The files that a sync leaves as they are, and why. */
export const Problems = ({ problems }: Props) =>
  problems.length > 0 && (
    <details className={styles.problems}>
      <summary>{text('git.problems', { count: problems.length })}</summary>
      <ul>
        {problems.map(({ code, message, file, line }) => (
          <li key={`${code} ${file} ${line}`}>
            <bdi dir="ltr">
              <code>{line === null ? file : `${file}:${line}`}</code>
            </bdi>{' '}
            {message}
          </li>
        ))}
      </ul>
    </details>
  )
