import type { WebhookOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'

interface Props {
  readonly webhook: Pick<WebhookOfListFragment, 'events' | 'spaces' | 'sites'>
}

/** What a webhook is told of: which events, of which spaces and sites. */
export const Filters = ({ webhook: { events, spaces, sites } }: Props) => {
  const places = [...spaces, ...sites].map(({ title }) => title)
  return (
    <>
      {events.length === 0 ? text('webhooks.allEvents') : <bdi dir="ltr">{events.join(', ')}</bdi>}
      {places.length > 0 && ` · ${places.join(', ')}`}
    </>
  )
}
