import type { Settings } from '../../customizations/settings.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'

/** Returns the customization without the links whose conditions do not hold for the visitor. */
export function shownSettings(settings: Settings, { claims }: Pick<Visitor, 'claims'>): Settings {
  const { header } = settings
  const links = header.links.filter(({ condition }) => !condition || conditionHolds(condition, claims))
  // Settings that stay the same object are localized once.
  return links.length === header.links.length ? settings : { ...settings, header: { ...header, links } }
}
