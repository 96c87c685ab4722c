import { noRows } from '../../access/viewer.ts'
import { model } from '../../graph/declare/model.ts'

export const Event = model('Event', {
  description: 'An event.',
  visible: () => noRows,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id' }),
    type: t.expose('type', { type: 'String', description: 'T' }),
    spaceId: t.exposeID('spaceId', { nullable: true, description: 'S' }),
    changeRequestId: t.exposeID('changeRequestId', { nullable: true, description: 'S' }),
    targetId: t.exposeID('targetId', { description: 'S' }),
    targetType: t.expose('targetType', { type: 'String', description: 'S' }),
  }),
})
