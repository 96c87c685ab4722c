import { useState } from 'react'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import listStyles from '../parts/list.module.css'
import { Waiting } from '../parts/waiting.tsx'
import { SpaceFrame } from '../space/space-frame.tsx'
import { RevisionRow } from './revision-row.tsx'

const RevisionsQuery = graphql(`
  query RevisionsScreen($space: ID!, $first: Int!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      ...SpaceOfFrame
      revisions(first: $first) {
        totalCount
        pageInfo { hasNextPage }
        nodes { id ...RevisionOfList }
      }
    }
  }
`)

const step = 50

/** The history of a space: what was changed, by whom, and when. */
export function RevisionListScreen({ space: id }: { readonly space: string }) {
  const [first, setFirst] = useState(step)
  const { data, fault, refresh } = useScreen(RevisionsQuery, { space: id, first })
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { nodes, pageInfo, totalCount } = space.revisions
  return (
    <SpaceFrame viewer={data.viewer} space={space} part="revisions">
      <ol className={listStyles.list}>
        {nodes.map((revision) => (
          <RevisionRow key={revision.id} space={id} revision={revision} />
        ))}
      </ol>
      {pageInfo.hasNextPage && (
        <Button kind="quiet" onPress={() => setFirst(first + step)}>
          {text('members.more', { shown: nodes.length, total: totalCount })}
        </Button>
      )}
    </SpaceFrame>
  )
}
