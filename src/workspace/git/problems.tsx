import type { GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { Quote, sentenceOf } from '../app/server-words.tsx'
import { hasText, text } from '../app/texts.ts'
import { useRefusals } from '../app/use-refusals.ts'
import styles from './git.module.css'

interface Props {
  readonly problems: GitStateFragment['problems']
}

/** The problems of which the message says no more than the code. */
const toldByCode: ReadonlySet<string> = new Set(['SYMBOLIC_LINK', 'SUBMODULE'])

/** The files that a sync leaves as they are, and why. */
export function Problems({ problems }: Props) {
  const isReady = useRefusals(problems.length > 0)
  if (problems.length === 0 || !isReady) return null
  return (
    <details className={styles.problems}>
      <summary>{text('git.problems', { count: problems.length })}</summary>
      <ul>
        {problems.map(({ code, message, named, file, line }) => (
          <li key={`${code} ${file} ${line}`}>
            <bdi dir="ltr">
              <code>{line === null ? file : `${file}:${line}`}</code>
            </bdi>{' '}
            {(named && sentenceOf(named)) ?? (
              <>
                {problemOf(code)} {!toldByCode.has(code) && <Quote>{message}</Quote>}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The server may know problems that this page does not. */
function problemOf(code: string): string {
  const name = `git.problem.${code}`
  return hasText(name) ? text(name) : ''
}
