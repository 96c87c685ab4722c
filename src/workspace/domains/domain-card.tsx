import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Section } from '../parts/form-section.tsx'
import styles from './domain-card.module.css'

interface Props {
  readonly proof: {
    readonly domain: string
    readonly isProven: boolean
    readonly recordName: string
    readonly recordValue: string
  }
  readonly isBusy: boolean
  readonly onCheck: () => void
  readonly onRemove: () => void
}

/** A domain: whether it is proven, or else the record to add. */
export const DomainCard = ({ proof, isBusy, onCheck, onRemove }: Props) => (
  <Section
    title={proof.domain}
    hint={text(proof.isProven ? 'domains.provenHint' : 'domains.unprovenHint')}
    actions={
      <Badge kind={proof.isProven ? 'good' : 'warning'}>
        {text(proof.isProven ? 'domains.proven' : 'domains.unproven')}
      </Badge>
    }
  >
    {!proof.isProven && (
      <>
        <CopyField label={text('domains.recordName')} value={proof.recordName} />
        <CopyField label={text('domains.recordValue')} value={proof.recordValue} />
      </>
    )}
    <div className={styles.buttons}>
      {!proof.isProven && (
        <Button kind="main" isPending={isBusy} onPress={onCheck}>
          {text('domains.check')}
        </Button>
      )}
      <Button
        isDisabled={isBusy}
        aria-label={text('domains.removeNamed', { domain: proof.domain })}
        onPress={onRemove}
      >
        {text('domains.remove')}
      </Button>
    </div>
  </Section>
)
