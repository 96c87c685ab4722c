import { useState } from 'react'
import type { TermOfGlossaryFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { languageName } from './languages.ts'
import { ChangeGlossary } from './translation-operations.ts'

interface Props {
  readonly organization: string
  readonly languages: readonly string[]
  /** The term to change; a new one, if left out. */
  readonly term?: TermOfGlossaryFragment
  readonly onClose: () => void
}

/** Writes a term in each of the languages. Languages that stay empty are left out. */
export function TermDialog({ organization, languages, term, onClose }: Props) {
  const [words, setWords] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(term?.translations.map(({ language, text: word }) => [language, word]) ?? []),
  )
  const written = languages.filter((language) => (words[language] ?? '').trim() !== '')
  const translations = written.map((language) => ({ language, text: (words[language] ?? '').trim() }))
  const operation = term
    ? ({ type: 'UPDATE', id: term.id, translations } as const)
    : ({ type: 'INSERT', translations } as const)
  return (
    <MutationDialog
      title={text(term ? 'glossary.editTerm' : 'glossary.add')}
      submitLabel={text('translations.save')}
      mutation={ChangeGlossary}
      variables={{ organization, operations: [operation] }}
      onClose={onClose}
    >
      {languages.map((language, index) => (
        <TextField
          key={language}
          name={`operations.0.translations.${written.indexOf(language)}.text`}
          label={languageName(language)}
          value={words[language] ?? ''}
          onChange={(word) => setWords({ ...words, [language]: word })}
          maxLength={255}
          autoFocus={index === 0}
          isRequired={index === 0 && written.length === 0}
        />
      ))}
    </MutationDialog>
  )
}
