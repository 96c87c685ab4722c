import { useState } from 'react'
import type { GeneralSettingsFragment, MergeRuleName } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SwitchField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { UpdateOrganization } from './organization-operations.ts'

/** The rules that name nobody. The others stay as they are. */
const simpleRules = [
  'REQUIRE_AT_LEAST_ONE_REVIEW',
  'REQUIRE_AT_LEAST_ONE_APPROVED_REVIEW',
  'REQUIRE_ALL_REVIEWS_APPROVED',
  'REQUIRE_UP_TO_DATE_CHANGE_REQUEST',
  'REQUIRE_CHANGE_REQUEST_SUBJECT',
  'REQUIRE_CHANGE_REQUEST_DESCRIPTION',
  'REQUIRE_AUTHOR_TO_MERGE',
] as const satisfies readonly MergeRuleName[]

const isSimple = (rule: MergeRuleName): rule is (typeof simpleRules)[number] =>
  (simpleRules as readonly MergeRuleName[]).includes(rule)

/** What change requests must meet to be merged in spaces without rules of their own. */
export function MergeRulesForm({ settings }: { readonly settings: GeneralSettingsFragment }) {
  const before = settings.mergeRules.rules ?? []
  const save = useAction(UpdateOrganization, { isInForm: true })
  const [chosen, setChosen] = useState<readonly MergeRuleName[]>(before.map(({ rule }) => rule))
  const aboutPeople = before.filter(({ rule }) => !isSimple(rule))
  const isChanged = simpleRules.some(
    (rule) => chosen.includes(rule) !== before.some((kept) => kept.rule === rule),
  )
  const submit = async () => {
    const rules = [
      ...simpleRules.filter((rule) => chosen.includes(rule)).map((rule) => ({ rule })),
      ...aboutPeople.map(({ rule, userIds }) => ({ rule, userIds })),
    ]
    const mergeRules = rules.length > 0 ? { type: 'RULES' as const, rules } : { type: 'NONE' as const }
    if (await save.run({ organization: settings.id, input: { mergeRules } })) showDone(text('settings.saved'))
  }
  return (
    <FormSection
      title={text('settings.mergeRules')}
      hint={text('settings.mergeRulesHint')}
      submitLabel={text('settings.save')}
      isChanged={isChanged}
      action={save}
      onSubmit={submit}
    >
      {simpleRules.map((rule) => (
        <SwitchField
          key={rule}
          isOn={chosen.includes(rule)}
          onChange={(isOn) => setChosen(isOn ? [...chosen, rule] : chosen.filter((kept) => kept !== rule))}
        >
          {text(`settings.rule.${rule}`)}
        </SwitchField>
      ))}
      {aboutPeople.length > 0 && <p>{text('settings.rulesAboutPeople', { count: aboutPeople.length })}</p>}
    </FormSection>
  )
}
