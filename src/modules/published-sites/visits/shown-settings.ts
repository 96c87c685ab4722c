import type { Settings } from '../../customizations/settings.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'

/** Returns the customization without the links whose conditions do not hold for the visitor. */
export const shownSettings = (settings: Settings, { claims }: Pick<Visitor, 'claims'>): Settings => ({
  ...settings,
  header: {
    ...settings.header,
    links: settings.header.links.filter(({ condition }) => !condition || conditionHolds(condition, claims)),
  },
})
