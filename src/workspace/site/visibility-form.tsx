import { useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { SiteVisibility } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FormSection } from '../parts/form-section.tsx'
import { UpdateSite } from './site-operations.ts'
import styles from './visibility-form.module.css'

const choices = ['PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH'] as const satisfies SiteVisibility[]

interface Props {
  readonly site: string
  readonly current: SiteVisibility
}

/** Chooses who may read a site while it is published. */
export function VisibilityForm({ site, current }: Props) {
  const [visibility, setVisibility] = useState(current)
  const update = useAction(UpdateSite, { isInForm: true })
  const submit = async () => {
    if (await update.run({ site, input: { visibility } })) showDone(text('access.saved'))
  }
  return (
    <FormSection
      title={text('access.visibility')}
      hint={text('access.visibilityHint')}
      submitLabel={text('site.save')}
      isChanged={visibility !== current}
      action={update}
      onSubmit={submit}
    >
      <RadioGroup
        name="visibility"
        aria-label={text('access.visibility')}
        value={visibility}
        onChange={(value) => setVisibility(value as SiteVisibility)}
        className={styles.choices as string}
      >
        {choices.map((choice) => (
          <Radio key={choice} value={choice} className={styles.choice as string}>
            <span className={styles.dot} />
            <span>
              <Label elementType="span" className={styles.name as string}>
                {text(`access.${choice}`)}
              </Label>
              <span className={styles.hint}>{text(`access.hint.${choice}`)}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </FormSection>
  )
}
