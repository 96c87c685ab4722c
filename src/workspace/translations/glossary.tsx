import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { useState } from 'react'
import type { TermOfGlossaryFragment } from '../../generated/workspace-operations/graphql.ts'
import { language, text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import type { Pages } from '../app/use-pages.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Hint } from '../parts/hint.tsx'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { languageName } from './languages.ts'
import { ChangeGlossary } from './translation-operations.ts'
import styles from './translations.module.css'

const TermDialog = onDemand(() => import('./term-dialog.tsx'), 'TermDialog')

interface Props {
  readonly organization: string
  readonly terms: Pages<TermOfGlossaryFragment>
  readonly total: number
  /** The languages of the settings, which a term is offered in. */
  readonly languages: readonly string[]
  readonly mayEdit: boolean
}

/** The words that all translations have in common. */
export function Glossary({ organization, terms, total, languages, mayEdit }: Props) {
  const [edited, setEdited] = useState<TermOfGlossaryFragment | 'new'>()
  const change = useAction(ChangeGlossary)
  const remove = async ({ id, translations }: TermOfGlossaryFragment) => {
    if (!(await change.run({ organization, operations: [{ type: 'DELETE', id }] }))) return
    showDone(text('glossary.deleted', { term: nameOf({ translations }) }), () => {
      const terms = translations.map(({ language: tag, text: word }) => ({ language: tag, text: word }))
      void change.run({ organization, operations: [{ type: 'INSERT', translations: terms }] })
    })
  }
  const used = terms.nodes.flatMap(({ translations }) => translations.map((term) => term.language))
  return (
    <section className={styles.glossary}>
      <div className={styles.head}>
        <h2>{text('glossary.title', { count: total })}</h2>
        {mayEdit && (
          <Button icon={plus} onPress={() => setEdited('new')}>
            {text('glossary.add')}
          </Button>
        )}
      </div>
      {terms.nodes.length === 0 ? (
        <Hint>{text('glossary.hint')}</Hint>
      ) : (
        <LongList label={text('glossary.list')} pages={terms} nameOf={nameOf}>
          {(term) => (
            <>
              <dl className={styles.term}>
                {term.translations.map(({ language: tag, text: word }) => (
                  <div key={tag}>
                    <dt>{languageName(tag)}</dt>
                    <dd lang={tag}>{word}</dd>
                  </div>
                ))}
              </dl>
              {mayEdit && (
                <span className={styles.buttons}>
                  <IconButton
                    label={text('glossary.edit', { term: nameOf(term) })}
                    icon={pen}
                    onPress={() => setEdited(term)}
                  />
                  <IconButton
                    label={text('glossary.delete', { term: nameOf(term) })}
                    icon={trash}
                    onPress={() => void remove(term)}
                  />
                </span>
              )}
            </>
          )}
        </LongList>
      )}
      {edited && (
        <TermDialog
          organization={organization}
          languages={[...new Set([language, ...languages.map((tag) => tag.toLowerCase()), ...used])]}
          {...(edited !== 'new' && { term: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const nameOf = ({ translations }: Pick<TermOfGlossaryFragment, 'translations'>): string =>
  (translations.find((term) => term.language === language) ?? translations[0])?.text ?? ''
