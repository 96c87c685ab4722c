import type { ContentToChooseQuery } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { ComboField } from '../parts/combo-field.tsx'
import { titleWithEmoji } from '../parts/emoji.ts'
import { Section } from '../parts/form-section.tsx'
import { useField } from '../parts/use-field.ts'
import { useFound } from '../parts/use-found.ts'
import { AccessExplanation } from './access-explanation.tsx'
import styles from './member-screen.module.css'
import { ContentToChoose } from './members-operations.ts'

interface Props {
  readonly organization: string
  readonly user: string
  readonly name: string
}

/** Answers what a member may do on a space or a collection, and why. */
export function AccessCheck({ organization, user, name }: Props) {
  const chosen = useField<string | null>(null)
  const found = useFound({
    document: ContentToChoose,
    variables: { organization },
    choicesOf: (data) => (data.organization?.contents.nodes ?? []).map(choiceOf),
  })
  return (
    <Section title={text('access.title', { name })} hint={text('access.hint')}>
      <div className={styles.field}>
        <ComboField
          name="content"
          label={text('access.choose')}
          {...found}
          {...chosen}
          placeholder={text('combo.title')}
        />
      </div>
      <div aria-live="polite">
        {chosen.value !== null && <AccessExplanation content={chosen.value} user={user} name={name} />}
      </div>
    </Section>
  )
}

type Content = NonNullable<ContentToChooseQuery['organization']>['contents']['nodes'][number]

const choiceOf = (content: Content) => ({
  id: content.id,
  label: 'emoji' in content ? titleWithEmoji(content) : content.title,
  hint: text(content.__typename === 'Space' ? 'teams.kind.space' : 'access.collection'),
})
