import trash from 'icon:trash'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import type { GitConnectionOfScreenFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import listStyles from '../parts/list.module.css'
import { DeleteGitPreview, PreviewGitRef } from './git-operations.ts'

interface Props {
  readonly space: string
  readonly previews: GitConnectionOfScreenFragment['previews']['nodes']
}

/** The branches and pull requests that are shown as change requests. */
export function RefPreviews({ space, previews }: Props) {
  const [ref, setRef] = useState('')
  const show = useAction(PreviewGitRef, { isInForm: true })
  const end = useAction(DeleteGitPreview)
  const submit = async () => {
    if (await show.run({ space, input: { ref: ref.trim() } })) setRef('')
  }
  return (
    <FormSection
      title={text('git.previews')}
      hint={text('git.previewsHint')}
      submitLabel={text('git.show')}
      isChanged={ref.trim() !== ''}
      action={show}
      onSubmit={submit}
    >
      {previews.length > 0 && (
        <ul className={listStyles.list}>
          {previews.map(({ id, ref: name, state, changeRequest }) => (
            <li key={id}>
              <span className={listStyles.what}>
                <bdi dir="ltr">{shortName(name)}</bdi>
                {changeRequest ? (
                  <Link
                    href={paths.changeRequest(space, changeRequest.number)}
                    className={listStyles.link as string}
                  >
                    #{changeRequest.number} {changeRequest.subject}
                  </Link>
                ) : (
                  <span className={listStyles.note}>{text(`git.state.${state}`)}</span>
                )}
              </span>
              <IconButton
                label={text('git.endPreview', { name: shortName(name) })}
                icon={trash}
                onPress={() => void end.run({ space, preview: id })}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField
        name="ref"
        label={text('git.ref')}
        hint={text('git.refHint')}
        value={ref}
        onChange={setRef}
      />
    </FormSection>
  )
}

const shortName = (ref: string): string =>
  ref.replace(/^refs\/(?:heads|pull|merge-requests)\//, '').replace(/\/head$/, '')
