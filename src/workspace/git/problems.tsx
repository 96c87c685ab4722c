import type { GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { hasText, text } from '../app/texts.ts'
import styles from './git.module.css'

interface Props {
  readonly problems: GitStateFragment['problems']
}

/** The problems of which the message says no more than the code. */
const toldByCode: ReadonlySet<string> = new Set(['SYMBOLIC_LINK', 'SUBMODULE'])

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
            {problemOf(code)}{' '}
            {!toldByCode.has(code) && (
              <q lang="en" dir="ltr">
                {message}
              </q>
            )}
          </li>
        ))}
      </ul>
    </details>
  )

/** The server may know problems that this page does not. */
function problemOf(code: string): string {
  const name = `git.problem.${code}`
  return hasText(name) ? text(name) : ''
}
