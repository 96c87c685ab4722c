import type { TranslationSettingsOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { languageName, tagsIn } from './languages.ts'
import { CreateTranslations, DeleteTranslations, UpdateTranslations } from './translation-operations.ts'

interface Props {
  readonly organization: string
  /** The settings to change; new ones, if left out. */
  readonly settings?: TranslationSettingsOfListFragment
  readonly onClose: () => void
}

export function TranslationsDialog({ organization, settings, onClose }: Props) {
  const title = useField(settings?.title ?? '')
  const languages = useField(settings?.languages.join(', ') ?? '')
  const create = useAction(CreateTranslations, { isInForm: true })
  const update = useAction(UpdateTranslations, { isInForm: true })
  const tags = tagsIn(languages.value)
  const submit = async () => {
    const input = { title: title.value, languages: tags }
    const done = settings
      ? await update.run({ settings: settings.id, input })
      : await create.run({ organization, input })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={
        settings ? text('translations.editTitle', { title: settings.title }) : text('translations.create')
      }
      submitLabel={text(settings ? 'translations.save' : 'translations.add')}
      action={settings ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={text('translations.name')}
        {...title}
        maxLength={100}
        isRequired
        autoFocus
      />
      <TextField
        name="languages"
        label={text('translations.languages')}
        hint={tags.map(languageName).join(', ') || text('translations.languagesHint')}
        placeholder="de, fr, pt-BR"
        {...languages}
      />
    </FormDialog>
  )
}

interface DeleteProps {
  readonly settings: TranslationSettingsOfListFragment
  readonly onClose: () => void
}

export function DeleteTranslationsDialog({ settings, onClose }: DeleteProps) {
  const { id, title } = settings
  return (
    <MutationDialog
      title={text('translations.deleteTitle', { title })}
      submitLabel={text('translations.delete')}
      isDangerous
      mutation={DeleteTranslations}
      variables={{ settings: id }}
      onDone={() => showDone(text('translations.deleted', { title }))}
      onClose={onClose}
    >
      <Hint>{text('translations.deleteHint')}</Hint>
    </MutationDialog>
  )
}
