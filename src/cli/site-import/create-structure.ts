import type { Site, SiteSpace } from '../../generated/prisma/client.ts'
import { createExternalLink } from '../../modules/site-sections/external-link-service.ts'
import { createSectionGroup } from '../../modules/site-sections/group-service.ts'
import { sortStructure } from '../../modules/site-sections/moves.ts'
import { createSection, titleFor, updateSection } from '../../modules/site-sections/service.ts'
import { siteSpaceLimits } from '../../modules/site-spaces/limits.ts'
import { createSiteSpace, updateSiteSpace } from '../../modules/site-spaces/service.ts'
import { createSite, type SiteAddress, updateSite } from '../../modules/sites/service.ts'
import type { StructurePointer } from '../../modules/sites/structure/moves.ts'
import type { Context } from '../../request/context.ts'
import { operate } from './operate.ts'
import type {
  PlannedGroup,
  PlannedLink,
  PlannedNode,
  PlannedSection,
  PlannedSpace,
  SitePlan,
} from './site-plan.ts'

/** Where the spaces of a plan are on the site that was created for it. */
export type PlacedSpaces = ReadonlyMap<PlannedSpace, SiteSpace>

interface NewSite {
  readonly organizationId: string
  readonly title: string
  /** The ids of the spaces, by their folders. */
  readonly spaceIds: ReadonlyMap<string, string>
  /** Called with the site once it exists, before anything is in it. */
  readonly whenCreated: (site: Site) => void
}

/** Creates an unpublished site with the structure of a plan. */
export async function createStructure(
  context: Context,
  plan: SitePlan,
  { organizationId, title, spaceIds, whenCreated }: NewSite,
): Promise<PlacedSpaces> {
  const site = await operate(
    context,
    {
      action: 'createSite',
      type: 'Site',
      permission: 'organization:create-content',
      id: organizationId,
      creates: true,
    },
    (creating) => createSite(creating, organizationId, { title }),
  )
  whenCreated(site)
  const builder = new StructureBuilder(context, { organizationId, siteId: site.id }, spaceIds)
  await builder.addSpaces(plan.spaces)
  await builder.addNodes(plan.nodes, null)
  await builder.addLinksBeforeSections()
  await builder.chooseDefaultSection(plan.nodes)
  return builder.placed
}

/** A link that stands before the first section, without which a site may have none, and what it stands before. */
interface EarlyLink {
  readonly link: PlannedLink
  readonly groupId: string | null
  readonly before: PlannedNode | undefined
}

class StructureBuilder {
  readonly placed = new Map<PlannedSpace, SiteSpace>()
  readonly #context: Context
  readonly #address: SiteAddress & { readonly siteId: string }
  readonly #spaceIds: ReadonlyMap<string, string>
  readonly #pointers = new Map<PlannedNode, StructurePointer>()
  readonly #early: EarlyLink[] = []
  #defaultSectionId: string | null = null
  #hasSection = false

  constructor(context: Context, address: SiteAddress, spaceIds: ReadonlyMap<string, string>) {
    this.#context = context
    this.#address = address
    this.#spaceIds = spaceIds
  }

  async addSpaces(spaces: readonly PlannedSpace[]): Promise<void> {
    for (const space of spaces) await this.#addSpace(space, null)
    const chosen = this.#defaultOf(spaces)
    if (chosen)
      await this.#change('updateSite', (context) =>
        updateSite(context, this.#address, { defaultSiteSpace: chosen.id }),
      )
  }

  async addNodes(nodes: readonly PlannedNode[], groupId: string | null): Promise<void> {
    for (const [index, node] of nodes.entries()) {
      if (node.kind === 'section') await this.#addSection(node, groupId)
      else if (node.kind === 'section-group') await this.#addGroup(node, groupId)
      else if (this.#hasSection) await this.#addLink(node, groupId)
      else this.#early.push({ link: node, groupId, before: nodes[index + 1] })
    }
  }

  async addLinksBeforeSections(): Promise<void> {
    for (const { link, groupId, before } of this.#early.toReversed()) {
      await this.#addLink(link, groupId)
      const item = this.#pointers.get(link)
      const next = before && this.#pointers.get(before)
      if (item && next)
        await this.#change('moveSiteStructureItem', (context) =>
          sortStructure(context, this.#address, { item, position: { before: next } }),
        )
    }
  }

  async chooseDefaultSection(nodes: readonly PlannedNode[]): Promise<void> {
    const defaultSiteSection = this.#defaultSectionId
    if (nodes.length === 0 || defaultSiteSection === null) return
    await this.#change('updateSite', (context) => updateSite(context, this.#address, { defaultSiteSection }))
  }

  async #addSpace(space: PlannedSpace, sectionId: string | null): Promise<void> {
    const spaceId = this.#spaceIdOf(space)
    const created = await this.#change('createSiteSpace', (context) =>
      createSiteSpace(context, this.#address, {
        spaceId,
        sectionId,
        isDraft: space.isDraft,
        isHidden: space.isHidden,
      }),
    )
    await this.#describeSpace(space, created.id)
  }

  async #describeSpace(space: PlannedSpace, siteSpaceId: string): Promise<void> {
    const { path, localizedTitle, condition, isDraft, isHidden } = space
    const title = [...space.title].length < siteSpaceLimits.title.minLength ? undefined : space.title
    const described = await this.#change('updateSiteSpace', (context) =>
      updateSiteSpace(context, this.#address, siteSpaceId, {
        ...{ path, title, localizedTitle, condition, isDraft, isHidden },
      }),
    )
    this.placed.set(space, described)
  }

  async #addSection(planned: PlannedSection, groupId: string | null): Promise<void> {
    const [first, ...others] = planned.spaces
    if (!first) return
    const { icon, path, localizedTitle, description, localizedDescription, condition } = planned
    const title = titleFor(planned.title)
    const section = await this.#change('createSiteSection', (context) =>
      createSection(context, this.#address, {
        ...{ spaceId: this.#spaceIdOf(first), title, icon, siteSectionGroupId: groupId },
      }),
    )
    this.#hasSection = true
    this.#pointers.set(planned, { siteSection: section.id })
    if (planned.isDefault) this.#defaultSectionId = section.id
    await this.#describeSpace(first, await this.#onlySiteSpaceOf(section.id))
    for (const space of others) await this.#addSpace(space, section.id)
    await this.#change('updateSiteSection', (context) =>
      updateSection(context, this.#address, section.id, {
        ...{ path, localizedTitle, description, localizedDescription, condition },
        defaultSiteSpace: this.#defaultOf(planned.spaces)?.id,
      }),
    )
  }

  async #onlySiteSpaceOf(sectionId: string): Promise<string> {
    const row = await this.#context.database.prisma.siteSpace.findFirstOrThrow({
      where: { sectionId },
      select: { id: true },
    })
    return row.id
  }

  async #addGroup(planned: PlannedGroup, parentSectionGroupId: string | null): Promise<void> {
    const { title, localizedTitle, icon, isDraft, children } = planned
    const group = await this.#change('createSiteSectionGroup', (context) =>
      createSectionGroup(context, this.#address, {
        ...{ title, localizedTitle, icon, isDraft, parentSectionGroupId },
      }),
    )
    this.#pointers.set(planned, { siteSectionGroup: group.id })
    await this.addNodes(children, group.id)
  }

  async #addLink(planned: PlannedLink, parentSectionGroupId: string | null): Promise<void> {
    const { kind: _, ...fields } = planned
    const link = await this.#change('createSiteExternalLink', (context) =>
      createExternalLink(context, this.#address, { ...fields, parentSectionGroupId }),
    )
    this.#pointers.set(planned, { siteExternalLink: link.id })
  }

  #spaceIdOf({ folder }: PlannedSpace): string {
    const id = this.#spaceIds.get(folder)
    if (id === undefined) throw new Error(`no space was created for ${folder}`)
    return id
  }

  #defaultOf(spaces: readonly PlannedSpace[]): SiteSpace | undefined {
    const chosen = spaces.find(({ isDefault }) => isDefault)
    return chosen && this.placed.get(chosen)
  }

  #change<Result>(action: string, run: (context: Context) => Promise<Result>): Promise<Result> {
    const { siteId } = this.#address
    return operate(this.#context, { action, type: 'Site', permission: 'site:administer', id: siteId }, run)
  }
}
