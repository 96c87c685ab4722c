import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './draft-offer.module.css'
import type { Draft } from './drafts.ts'

interface Props {
  readonly draft: Draft
  readonly onTake: () => void
  readonly onDrop: () => void
}

/** Offers what was typed in this browser and never saved. */
export const DraftOffer = ({ draft, onTake, onDrop }: Props) => (
  <section className={styles.offer} aria-label={text('editor.draft')}>
    <p>
      {text('editor.draftFound')} (<Ago at={new Date(draft.at).toISOString()} />)
    </p>
    <div className={styles.buttons}>
      <Button kind="main" onPress={onTake}>
        {text('editor.takeDraft')}
      </Button>
      <Button onPress={onDrop}>{text('editor.dropDraft')}</Button>
    </div>
  </section>
)
