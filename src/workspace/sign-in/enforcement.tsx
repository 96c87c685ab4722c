import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { FaultMessage } from '../parts/fault-message.tsx'
import { SwitchField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { RequireSingleSignOn } from './sign-in-operations.ts'

interface Props {
  readonly organization: string
  readonly isRequired: boolean
}

/** Whether members must sign in with an identity provider of the organization. */
export function Enforcement({ organization, isRequired }: Props) {
  const change = useAction(RequireSingleSignOn, { isInForm: true })
  const fault =
    change.fault?.reason === 'SSO_SIGN_IN_REQUIRED'
      ? { ...change.fault, message: text('signIn.signInFirst') }
      : change.fault
  return (
    <Section title={text('signIn.enforcement')} hint={text('signIn.enforcementHint')}>
      <SwitchField
        isOn={isRequired}
        isDisabled={change.isRunning}
        onChange={(isOn) => void change.run({ organization, isRequired: isOn })}
      >
        {text('signIn.required')}
      </SwitchField>
      <FaultMessage fault={fault} />
    </Section>
  )
}
