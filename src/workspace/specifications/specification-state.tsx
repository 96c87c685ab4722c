import type { SpecificationOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'

type State = Pick<SpecificationOfListFragment, 'lastProcessErrorCode' | 'processingState'>

/** The state of a specification: read, being read, or why it could not be read. */
export function SpecificationState({ processingState, lastProcessErrorCode }: State) {
  if (processingState !== 'COMPLETE') return <Badge kind="active">{text('openapi.processing')}</Badge>
  if (lastProcessErrorCode)
    return <Badge kind="danger">{text(`openapi.error.${lastProcessErrorCode}`)}</Badge>
  return <Badge kind="good">{text('openapi.ready')}</Badge>
}
