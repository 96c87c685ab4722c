import type { Limits } from '../../base/validation.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import {
  externalLinkLimits,
  maximumGroupDepth,
  sectionGroupLimits,
  sectionLimits,
} from '../../modules/site-sections/limits.ts'
import { siteSpaceLimits } from '../../modules/site-spaces/limits.ts'
import { assertCondition } from '../../modules/visitors/conditions/condition.ts'
import type { PlannedNode, PlannedSection, PlannedSpace, SitePlan } from './site-plan.ts'

type Bounds = Pick<Limits, 'minLength' | 'maxLength'>

/**
 * Throws if a plan has what no site can have, such as a title that is too long, so that nothing is made of it. The message
 * names the item.
 */
export function checkPlan({ spaces, nodes }: SitePlan): void {
  checkSpaces('the site', spaces)
  for (const node of nodes) checkNode(node, 1)
}

function checkNode(node: PlannedNode, depth: number): void {
  if (node.kind === 'section') checkSection(node)
  else if (node.kind === 'section-group') {
    checkMembers(node.title, node, { title: sectionGroupLimits.title, icon: sectionGroupLimits.icon })
    if (depth > maximumGroupDepth)
      throw refused(node.title, `is in more than ${maximumGroupDepth - 1} groups`)
    for (const child of node.children) checkNode(child, depth + 1)
  } else {
    const { title, description, icon, url } = externalLinkLimits
    checkMembers(node.title, node, { title, description, icon, url })
    checkCondition(node)
  }
}

function checkSection(section: PlannedSection): void {
  const { title, description, icon, path } = sectionLimits
  checkMembers(section.title, section, { title, description, icon, path })
  checkPath(section)
  checkCondition(section)
  checkSpaces(`the section "${section.title}"`, section.spaces)
}

function checkSpaces(parent: string, spaces: readonly PlannedSpace[]): void {
  const folders = new Set<string>()
  for (const space of spaces) {
    checkMembers(space.title, space, {
      title: { maxLength: siteSpaceLimits.title.maxLength },
      path: siteSpaceLimits.path,
    })
    checkPath(space)
    checkCondition(space)
    if (folders.has(space.folder))
      throw refused(space.title, `is the second of ${parent} with the folder ${space.folder}`)
    folders.add(space.folder)
  }
}

function checkMembers<Item extends object>(
  name: string,
  item: Item,
  bounds: { readonly [Member in keyof Item]?: Bounds },
): void {
  for (const member of Object.keys(bounds) as (keyof Item & string)[]) {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = bounds[member] ?? {}
    const value = item[member]
    if (typeof value !== 'string') continue
    const { length } = [...value]
    if (length < minLength) throw refused(name, `has a ${member} of less than ${minLength} characters`)
    if (length > maxLength) throw refused(name, `has a ${member} of more than ${maxLength} characters`)
  }
}

function checkPath({ title, path }: { readonly title: string; readonly path?: string | undefined }): void {
  if (path !== undefined && /[/?#\s]/.test(path))
    throw refused(title, `has the path ${path}, which must be one segment`)
}

function checkCondition({
  title,
  condition,
}: {
  readonly title: string
  readonly condition?: string | undefined
}): void {
  if (condition === undefined) return
  try {
    assertCondition('condition', condition)
  } catch (error) {
    throw refused(title, `has a condition that cannot be read: ${(error as Error).message}`)
  }
}

const refused = (title: string, problem: string) =>
  invalidSource('SOURCE_OF_OPERATOR', `"${title}" ${problem}.`)
