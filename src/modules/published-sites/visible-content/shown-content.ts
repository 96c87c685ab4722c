import type { ShownContent } from '../../../access/viewer.ts'
import { readShownContent } from '../../content/shown-content/shown-content.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visit } from '../visits/visit.ts'

export const shownContentOf = (
  { services, site, claims }: Visit,
  revisionId: string,
): Promise<ShownContent> =>
  readShownContent(
    {
      run: services.database.query,
      owner: site.id,
      holds: (condition) => conditionHolds(condition, claims),
    },
    revisionId,
  )
