import { useState } from 'react'
import type {
  CreateWebhookInput,
  WebhookOfListFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { gatheredAt } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import type { Action } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { type ChosenPlace, PlacesField } from './places-field.tsx'

/** The settings of a webhook as they are edited. */
interface Draft {
  readonly url: string
  readonly description: string
  /** The types of events, with spaces or line breaks between them. */
  readonly events: string
  readonly spaces: readonly ChosenPlace[]
  readonly sites: readonly ChosenPlace[]
}

/** Returns the settings of a webhook, or those of a new one, as they are edited, and the function that changes them. */
export function useDraft(webhook?: WebhookOfListFragment) {
  const [draft, setDraft] = useState<Draft>({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    events: webhook?.events.join('\n') ?? '',
    spaces: webhook?.spaces ?? [],
    sites: webhook?.sites ?? [],
  })
  return [draft, (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })] as const
}

export const inputOf = ({ url, description, events, spaces, sites }: Draft): CreateWebhookInput => ({
  url: url.trim(),
  description: description.trim(),
  events: events.split(/[\s,]+/).filter(Boolean),
  spaces: spaces.map(({ id }) => id),
  sites: sites.map(({ id }) => id),
})

/** Returns a write whose fault says at the field of the events what is wrong with one of them. */
export const actionOfFields = <Shown extends Pick<Action<never, never>, 'isRunning' | 'fault'>>(
  action: Shown,
): Shown => ({ ...action, fault: gatheredAt(action.fault, 'events') })

interface Props {
  readonly organization: string
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
}

export const WebhookFields = ({ organization, draft, onChange }: Props) => (
  <>
    <TextField
      name="url"
      type="url"
      label={text('webhooks.url')}
      hint={text('webhooks.urlHint')}
      placeholder="https://hooks.example.com/lectern"
      value={draft.url}
      onChange={(url) => onChange({ url })}
      isRequired
      autoFocus
    />
    <TextField
      name="description"
      label={text('webhooks.description')}
      hint={text('webhooks.descriptionHint')}
      value={draft.description}
      onChange={(description) => onChange({ description })}
      maxLength={500}
    />
    <TextField
      name="events"
      label={text('webhooks.events')}
      hint={text('webhooks.eventsHint')}
      placeholder="content.*"
      lines={3}
      value={draft.events}
      onChange={(events) => onChange({ events })}
    />
    <PlacesField
      kind="spaces"
      organization={organization}
      chosen={draft.spaces}
      onChange={(spaces) => onChange({ spaces })}
    />
    <PlacesField
      kind="sites"
      organization={organization}
      chosen={draft.sites}
      onChange={(sites) => onChange({ sites })}
    />
  </>
)
