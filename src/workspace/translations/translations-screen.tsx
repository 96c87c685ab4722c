import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { TranslationSettingsOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { usePages } from '../app/use-pages.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Glossary } from './glossary.tsx'
import { languageName } from './languages.ts'
import {
  GlossaryOfOrganization,
  TermOfGlossary,
  TranslationSettingsOfList,
  TranslationsOfOrganization,
  TranslationsQuery,
} from './translation-operations.ts'
import styles from './translations.module.css'

const SettingsDialog = onDemand(() => import('./translation-dialogs.tsx'), 'TranslationsDialog')
const DeleteDialog = onDemand(() => import('./translation-dialogs.tsx'), 'DeleteTranslationsDialog')

type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete'; readonly settings: TranslationSettingsOfListFragment }

/** Into which languages an organization translates, and the words that translations have in common. */
export function TranslationsScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(TranslationsQuery, { organization })
  const [dialog, setDialog] = useState<OpenDialog>()
  const list = unmask(TranslationsOfOrganization, data?.organization)?.translations
  const glossary = unmask(GlossaryOfOrganization, data?.organization)?.glossaryEntries ?? undefined
  const terms = usePages({
    document: TranslationsQuery,
    variables: { organization },
    first: glossary,
    pageOf: (answer) => unmask(GlossaryOfOrganization, answer.organization)?.glossaryEntries,
  })
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  if (!list || !glossary) return <NotFound />
  const mayEdit = data.organization.permissions.createContent
  const settings = list.nodes.map((node) => unmask(TranslationSettingsOfList, node))
  const close = () => setDialog(undefined)
  const create = mayEdit && (
    <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'create' })}>
      {text('translations.create')}
    </Button>
  )
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={text('translations.title')}
      actions={settings.length > 0 && create}
    >
      {settings.length === 0 ? (
        <EmptyState title={text('translations.nothing')} hint={text('translations.nothingHint')}>
          {create}
        </EmptyState>
      ) : (
        <ul className={listStyles.list} aria-label={text('translations.title')}>
          {settings.map((row) => (
            <SettingsRow key={row.id} settings={row} onDialog={setDialog} />
          ))}
        </ul>
      )}
      <Glossary
        organization={organization}
        terms={{ ...terms, nodes: terms.nodes.map((node) => unmask(TermOfGlossary, node)) }}
        total={glossary.totalCount}
        languages={settings.flatMap(({ languages }) => languages)}
        mayEdit={mayEdit}
      />
      {dialog?.kind === 'create' && <SettingsDialog organization={organization} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <SettingsDialog organization={organization} settings={dialog.settings} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteDialog settings={dialog.settings} onClose={close} />}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly settings: TranslationSettingsOfListFragment
  readonly onDialog: (dialog: OpenDialog) => void
}

const SettingsRow = ({ settings, onDialog }: RowProps) => (
  <li className={styles.row}>
    <div className={listStyles.what}>
      <strong>{settings.title}</strong>
      <span className={listStyles.note}>
        {settings.languages.map(languageName).join(', ') || text('translations.noLanguages')}
      </span>
    </div>
    {settings.permissions.edit && (
      <span className={styles.buttons}>
        <IconButton
          label={text('translations.editTitle', { title: settings.title })}
          icon={pen}
          onPress={() => onDialog({ kind: 'edit', settings })}
        />
        <IconButton
          label={text('translations.deleteTitle', { title: settings.title })}
          icon={trash}
          onPress={() => onDialog({ kind: 'delete', settings })}
        />
      </span>
    )}
  </li>
)
